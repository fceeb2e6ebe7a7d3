// Tells the host of a framed page the page's height.

import { PLAIN } from "../link/host.ts";
import { tellHeight } from "../page/framed.ts";

tellHeight(PLAIN);

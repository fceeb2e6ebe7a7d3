// Tells the host of a framed page the page's height.

import { tellHeight } from "../page/framed.ts";

tellHeight();

// The teacher's page of what was handed in.

import { Handing } from "../handed/page.ts";
import type { Lessons } from "../handed/asked.ts";
import { find } from "../page/parts.ts";

const lessons = JSON.parse(find(document, "script", "#lessons").textContent) as Lessons;
void new Handing(find(document, "main"), lessons).begin(window.location.search);

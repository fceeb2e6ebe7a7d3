// What the stage shares with the pieces that come later. The stage and each piece import it, so that all of it is one
// file of the first load, and not a file for each set of pieces that shares something.

import "lit-html";

import "../link/query.ts";
import "../link/host.ts";
import "../link/piece.ts";
import "../link/program.ts";
import "../link/timer.ts";
import "../page/letters.ts";
import "../page/listen.ts";
import "../page/make.ts";
import "../page/parts.ts";
import "../page/render.ts";
import "../page/symbols.ts";
import "../store/edits.ts";
import "../store/kept.ts";
import "../store/live.ts";
import "../store/reason.ts";
import "../store/shared.ts";
import "../store/sheet.ts";
import "../words/numbers.ts";
import "../words/suit.ts";
import "../words/text.ts";
import "./geometry.ts";
import "./hollow.ts";
import "./inner.ts";
import "./marks.ts";
import "./names.ts";
import "./reach.ts";

// The news of a room for phones and walls, as `for_listeners` of playground/rooms/room.py returns it.
interface News {
  id: number;
  vote: number;
  open: boolean;
  shown: boolean;
  question: Question;
  truth?: any;
  // For phones in a game alone, and only about rounds that are over.
  found?: any;
  // The rest is for walls alone.
  joined: number;
  answered: number;
  at: number;
  following: string;
  locked: boolean;
  list: { kind: string; text: string; again: boolean }[];
}

interface Question {
  kind: "number" | "choose" | "line" | "points" | "rounds";
  text: string;
  options?: any;
  named?: number[];
  ring?: number;
  line?: Line;
  shifts?: any;
  most?: any;
  bound?: number | null;
  board: { points: [number, number, number][]; span: [number, number, number, number]; line: Line | null };
}

type Line = [number, number, number];
type Place = [number, number];

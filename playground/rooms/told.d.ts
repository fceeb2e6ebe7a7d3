// What a room tells phones and walls, as `told` of playground/rooms/room.py writes it.
interface Told {
  id: number;
  vote: number;
  open: boolean;
  shown: boolean;
  question: Question;
  truth?: any;
  // Phones are told it of a game alone, and only of rounds that are over.
  found?: any;
  // Walls alone are told the rest.
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

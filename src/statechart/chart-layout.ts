/** Where everything of a chart is drawn; in px, from the top left corner of the drawing. */
export interface ChartLayout {
  readonly machine: string;
  readonly width: number;
  readonly height: number;
  /** A state before those within it. */
  readonly states: readonly StateBox[];
  readonly arrows: readonly Arrow[];
  /** The arrows that begin at a dot and lead into a first state. */
  readonly starts: readonly Start[];
  /** Transitions that are not drawn but listed beside: what any state does. */
  readonly beside: readonly string[];
  /** How many transitions are left out: the reports of events that no state expects. */
  readonly leftOut: number;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface StateBox extends Box {
  /** `imagePull.pulling` */
  readonly id: string;
  /** Transitions that do not leave it, each a line in its box, under its name. */
  readonly lines: readonly LabelLine[];
}

/** All transitions from one state to another. */
export interface Arrow {
  readonly points: readonly Point[];
  /** The box around its lines. */
  readonly label: Box;
  readonly lines: readonly LabelLine[];
}

export interface LabelLine {
  readonly transition: string;
  /** Its rows: the event (not again where the line above has it), and the guard below. The count stands at the end of the last. */
  readonly rows: readonly string[];
  /** The left end of the first row, and its baseline. */
  readonly x: number;
  readonly y: number;
}

export interface Start {
  readonly state: string;
  readonly points: readonly Point[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

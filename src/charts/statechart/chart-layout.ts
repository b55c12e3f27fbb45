/** The places of everything in the drawing of a chart, in px from its top left corner. */
export interface ChartLayout {
  readonly machine: string;
  readonly width: number;
  readonly height: number;
  /** The boxes of states, each before those within it. */
  readonly states: readonly StateBox[];
  readonly arrows: readonly Arrow[];
  /** The arrows from a dot into a first state. */
  readonly starts: readonly Start[];
  /** Transitions that are listed beside the drawing: those that any state can take. */
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
  /**
   * The transitions that stay in the state, each a line in its box, under its name; in the drawing of a large
   * chart all transitions of the state.
   */
  readonly lines: readonly LabelLine[];
}

/** All transitions from one state to another, or one of them. */
export interface Arrow {
  readonly points: readonly Point[];
  readonly transitions: readonly string[];
  /** The box around the arrow's lines; absent if these stand in the state that the arrow leaves. */
  readonly label?: Box;
  /** The labels at the arrow. */
  readonly lines: readonly LabelLine[];
}

export interface LabelLine {
  readonly transition: string;
  /**
   * The rows of the label: the event (left out if the line above has the same), and the guard below it; in
   * the drawing of a large chart also the target. The count stands at the end of the last.
   */
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

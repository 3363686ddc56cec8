import type { Edge, Node } from "@xyflow/react";
import type { Tone } from "@/components/ui/tone";
import type { FlowComment, FlowNode } from "@/lib/features/apps/workflow/graph";
import type { OutputType } from "@/lib/features/apps/workflow/outputs";

/** How a node differs from what it was, with its number in the list of changes. */
export interface StepMark {
  kind: "added" | "removed" | "changed";
  number: number;
}

/** What a node shows. Flat, so that it is drawn anew only where one of these is another. */
export interface StepData extends Record<string, unknown> {
  node: FlowNode;
  title: string;
  /** What it does, or what came of it. */
  line: string;
  tone?: Tone;
  /** Its state; always beside the dot. */
  word?: string;
  isHollow?: boolean;
  /** Said in the node itself. */
  problem?: string;
  /** What puts the problem right with one press. */
  mend?: string;
  markKind?: StepMark["kind"];
  markNumber?: number;
  isFaint?: boolean;
  /** A connection from here or to here is being made with the keys. */
  isWired?: boolean;
  /** Somebody else who is at it now. */
  editorId?: string;
  editorName?: string;
}
export type StepNode = Node<StepData, "step">;

export interface NoteData extends Record<string, unknown> {
  comment: FlowComment;
}
export type NoteNode = Node<NoteData, "note">;
export type CanvasNode = StepNode | NoteNode;

export interface WireData extends Record<string, unknown> {
  /** Name of the branch it leaves by; none for the usual way. */
  label?: string;
  /** Which of how many branches it is: their names stand beside one another below the node. */
  branch?: number;
  branches?: number;
  isError?: boolean;
  /** What the next node takes of the one before, on a way that has no name: its first value, and how many there are. */
  value?: string;
  valueType?: OutputType;
  values?: number;
  tone?: "walked" | "unwalked" | "added" | "removed" | "wiring";
}
export type WireEdge = Edge<WireData, "wire">;

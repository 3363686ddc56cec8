import "server-only";
import type { Actor } from "@/lib/auth/actor";
import type { Viewer } from "@/lib/models/registry";
import type { Segmentation } from "@/lib/retrieval/types";
import type { ParsedIndex, Piece } from "./types";

export interface SegmentInput {
  versionId: string;
  index: ParsedIndex;
  readPiece(number: number): Promise<Piece>;
  /** `reading`, or the id of the base the set is made for. */
  owner: string;
  segmentation: Segmentation;
  signal: AbortSignal;
  /** Per cent of the stage. */
  onProgress(percent: number): Promise<void>;
}

export interface BuildInput {
  setId: string;
  /** The file's owner: who pays, and whose models count. */
  viewer: Actor & Viewer;
  /** The app the file was given to. */
  app: string;
  signal: AbortSignal;
  onProgress(percent: number): Promise<void>;
}

/** What comes after the text: parsing knows the order, retrieval knows how. Given at boot. */
export interface Stages {
  segment(input: SegmentInput): Promise<{ setId: string; slices: number; tokens: number }>;
  build(input: BuildInput): Promise<void>;
}

const shared = globalThis as typeof globalThis & { __parsingStages?: Stages };

export function registerStages(stages: Stages): void {
  shared.__parsingStages = stages;
}

export function stages(): Stages {
  if (!shared.__parsingStages) throw new Error("registerStages was not called at boot");
  return shared.__parsingStages;
}

// What every reader of a format is given, and what its kinds of text have in common.
import type { ParseOptions } from "../wire.ts";
import type { Builder } from "./builder.ts";

/** Tells how much of the whole is read; in what is up to the reader. */
export type Progress = (done: number, total: number) => void;

export interface Reading extends ParseOptions {
  progress: Progress;
}

/** Reads a file into the builder. Throws ParseStop. */
export type Reader = (file: string, builder: Builder, reading: Reading) => Promise<void>;

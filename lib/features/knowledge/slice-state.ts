import { z } from "zod";
import { keptText } from "@/lib/text/line";

/** A slice as a change found or left it; rows of changes keep them, so that each can be taken back. */
export const sliceState = z.object({
  id: z.uuid(),
  ordinal: z.number(),
  from: z.int(),
  to: z.int(),
  part: z.int(),
  partTo: z.int(),
  heading: keptText,
  text: keptText,
  tokens: z.int(),
  parent: z.int().nullable(),
  isDisabled: z.boolean(),
  /** Null: as it was cut. */
  hand: z
    .object({
      id: z.uuid(),
      /** The version's words at its place. */
      anchor: keptText,
      isAdded: z.boolean(),
      place: z.int().nullable(),
      reason: keptText,
    })
    .nullable(),
});
export type SliceState = z.infer<typeof sliceState>;

export const SLICE_ACTIONS = [
  "edit",
  "split",
  "merge",
  "disable",
  "enable",
  "add",
  "move",
  "rollback",
  "anchor",
  "keep",
  "place",
  "drop",
] as const;
export type SliceAction = (typeof SLICE_ACTIONS)[number];

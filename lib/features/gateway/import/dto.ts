import { z } from "zod";

export const IMPORT_STATES = ["new", "known", "unsupported", "addressRefused", "made", "failed"] as const;

/** A channel of the other product and what becomes of it here; its keys are counted, never shown. */
export const importRowDto = z.strictObject({
  row: z.int(),
  name: z.string(),
  /** Key of a template; null where there is none for it. */
  template: z.string().nullable(),
  baseUrl: z.string().nullable(),
  keys: z.int(),
  /** Models that come along new, and those that get a further channel. */
  added: z.array(z.string()),
  joined: z.array(z.string()),
  isEnabled: z.boolean(),
  state: z.enum(IMPORT_STATES),
  /** Key of `errors` where it failed. */
  failure: z.string().nullable(),
});
export type ImportRowDto = z.infer<typeof importRowDto>;

export const importDto = z.strictObject({ items: z.array(importRowDto) });
export type ImportDto = z.infer<typeof importDto>;

import { z } from "zod";

/** A whole resource; its parts are read in the standard's spelling afterwards. */
export const resourceBody = z.record(z.string(), z.unknown());

/** RFC 7644, 3.5.2: `Operations`, however it is spelled. */
export const patchBody = z
  .record(z.string(), z.unknown())
  .transform((body) => Object.entries(body).find(([name]) => name.toLowerCase() === "operations")?.[1])
  .pipe(
    z
      .array(z.object({ op: z.string().max(20), path: z.string().max(1000).optional(), value: z.unknown().optional() }))
      .min(1)
      .max(1000),
  );

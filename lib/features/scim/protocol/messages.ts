import { z } from "zod";
import { identifier } from "@/lib/text/line";

/** A whole resource; its parts are read in the standard's spelling afterwards. */
export const resourceBody = z.record(identifier(1000), z.unknown());

/** RFC 7644, 3.5.2: `Operations`, however it is spelled. */
export const patchBody = z
  .record(identifier(1000), z.unknown())
  .transform((body) => Object.entries(body).find(([name]) => name.toLowerCase() === "operations")?.[1])
  .pipe(
    z
      .array(z.object({ op: identifier(20), path: identifier(1000).optional(), value: z.unknown().optional() }))
      .min(1)
      .max(1000),
  );

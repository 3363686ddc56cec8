import { z } from "zod";

/** Key of `system_config`: the latest time this installation has seen, so that a clock set back is noticed. */
export const CLOCK_MARK = "clockMark";

export const clockMarkSchema = z.object({ at: z.iso.datetime() });

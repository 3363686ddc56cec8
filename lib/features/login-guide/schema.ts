import { z } from "zod";
import { GUIDE_STEPS } from "./steps";

/** The ticks as they are now; `finished` ends the guide, whatever is ticked. */
export const guideProgress = z.strictObject({
  done: z.array(z.enum(GUIDE_STEPS)).max(GUIDE_STEPS.length, "tooMany"),
  finished: z.boolean(),
});
export type GuideProgress = z.infer<typeof guideProgress>;

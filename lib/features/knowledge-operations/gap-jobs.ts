import "server-only";
import { defineJob } from "@/lib/jobs/define";
import { findDueGaps } from "./service/gap-finding";
import { recommendQuestions } from "./service/recommending";

/** Questions that were answered badly are put together by meaning. By the hour, because the time zone may change at any time. */
export const findGaps = defineJob({
  name: "knowledge-operations.find-gaps",
  attempts: 1,
  schedule: "2 * * * *",
  run: () => findDueGaps(),
});

/** Questions that people ask and that are answered well are proposed to others (spec H6). */
export const recommend = defineJob({
  name: "knowledge-operations.recommend",
  attempts: 2,
  schedule: "47 2 * * *",
  run: () => recommendQuestions(),
});

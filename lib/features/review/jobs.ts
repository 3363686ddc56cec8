import "server-only";
import { db } from "@/db/client";
import { purgeHits } from "@/db/queries/review/hits";
import { REVIEW_HIT_DAYS } from "@/lib/config/review-kinds";
import { defineJob } from "@/lib/jobs/define";

const DAY_MS = 86_400_000;

/** Hits whose days are over. */
export const purgeReviewHits = defineJob({
  name: "review.purge-hits",
  attempts: 1,
  schedule: "53 3 * * *",
  run: () => purgeHits(db(), new Date(Date.now() - REVIEW_HIT_DAYS * DAY_MS)),
});

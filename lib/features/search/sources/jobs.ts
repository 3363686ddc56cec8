import "server-only";
import { db } from "@/db/client";
import { removeOldCrawlDays } from "@/db/queries/search/frontier";
import { removeTrashedSources } from "@/db/queries/search/sources";
import { defineJob } from "@/lib/jobs/define";
import { startDueCrawls } from "./service/crawl";

export const crawlDueSources = defineJob({
  name: "search.crawl-due",
  attempts: 1,
  schedule: "4-59/10 * * * *",
  run: startDueCrawls,
});

/** Sources in the trash are there for so long, days. */
const TRASH_DAYS = 30;

export const purgeSources = defineJob({
  name: "search.purge-sources",
  attempts: 1,
  schedule: "55 3 * * *",
  run: () => removeTrashedSources(db(), new Date(Date.now() - TRASH_DAYS * 86_400_000)),
});

export const sweepCrawlDays = defineJob({
  name: "search.sweep-crawl-days",
  attempts: 1,
  schedule: "50 3 * * *",
  run: () => removeOldCrawlDays(db()),
});

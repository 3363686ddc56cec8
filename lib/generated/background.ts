// Made by `npm run generate` from every `defineJob` and `defineTask` in lib; never edited by hand.
import "server-only";
import { sweepLogins } from "@/lib/auth/jobs";
import { scheduleBackup } from "@/lib/backups/jobs";
import { backup } from "@/lib/backups/run";
import { appClock, purgeApps, purgeRuns } from "@/lib/features/apps/jobs";
import { appRun } from "@/lib/features/apps/service/flow/task";
import { sweepChatFiles } from "@/lib/features/chat/file-jobs";
import { sweepTemporary } from "@/lib/features/chat/jobs";
import { chatImport } from "@/lib/features/chat/service/imports";
import { scheduleSync } from "@/lib/features/directory-sync/jobs";
import { syncApply } from "@/lib/features/directory-sync/service/apply-run";
import { syncRead } from "@/lib/features/directory-sync/service/read-run";
import { column } from "@/lib/features/documents/service/cells";
import { overview } from "@/lib/features/documents/service/overview";
import { sweepDrawing } from "@/lib/features/drawing/jobs";
import { drawing } from "@/lib/features/drawing/service/making";
import { findGaps, recommend } from "@/lib/features/knowledge-operations/gap-jobs";
import { countAnswers, purgeCounters } from "@/lib/features/knowledge-operations/jobs";
import { gapFinding } from "@/lib/features/knowledge-operations/service/gap-finding";
import { gapRecheck } from "@/lib/features/knowledge-operations/service/gap-recheck";
import { recallGenerate } from "@/lib/features/knowledge-operations/service/recall-generate";
import { recallRun } from "@/lib/features/knowledge-operations/service/recall-run";
import { findNearCopies, purgeBases, refreshPages, remindOwners, tellFailures } from "@/lib/features/knowledge/jobs";
import { baseCopy } from "@/lib/features/knowledge/service/base-copy";
import { baseExport } from "@/lib/features/knowledge/service/base-export";
import { baseImport } from "@/lib/features/knowledge/service/base-import";
import { embeddingChange } from "@/lib/features/knowledge/service/embedding-change";
import { fileBatch } from "@/lib/features/knowledge/service/file-batch";
import { knowledgeFile } from "@/lib/features/knowledge/service/indexing";
import { knowledgePagesTask, pageRefresh } from "@/lib/features/knowledge/service/page-tasks";
import { qaGeneration } from "@/lib/features/knowledge/service/qa/generate";
import { qaImport } from "@/lib/features/knowledge/service/qa/import";
import { makeQaVectors } from "@/lib/features/knowledge/service/qa/vectors";
import { knowledgeReread } from "@/lib/features/knowledge/service/rereading";
import { sliceVectors } from "@/lib/features/knowledge/service/slice-vectors";
import { importSweep } from "@/lib/features/organisation/jobs";
import { importCheck } from "@/lib/features/organisation/service/import-check";
import { importRun } from "@/lib/features/organisation/service/import-run";
import { sweepOwnData } from "@/lib/features/personal/jobs";
import { ownData } from "@/lib/features/personal/service/data";
import { sweepConversations } from "@/lib/features/records/jobs";
import { keepReportSpans } from "@/lib/features/reports/jobs";
import { purgeReviewHits } from "@/lib/features/review/jobs";
import { crawlDueSources, purgeSources, sweepCrawlDays } from "@/lib/features/search/sources/jobs";
import { sweepFiles, watchRoom } from "@/lib/files/jobs";
import { reading } from "@/lib/ingestion/reading";
import { watchLicence } from "@/lib/licence/jobs";
import { mailNotice } from "@/lib/mail/jobs";
import { rollUp, sweepGateway } from "@/lib/models/jobs";
import { pricing } from "@/lib/models/pricing";
import { reconcile } from "@/lib/models/reconcile";
import { sweepLog } from "@/lib/operation-log/jobs";
import { logVerification } from "@/lib/operation-log/verification";
import { sweepVersions } from "@/lib/parsing/jobs";
import { graphSets, indexSets, sweepEmbeddings, sweepReplacedSets } from "@/lib/retrieval/jobs";
import { sweepRunChunks } from "@/lib/stream/jobs";
import { removeOldTasks, sweepTasks, wakeTask } from "@/lib/tasks/jobs";
import { webCrawl } from "@/lib/web/crawl-task";
import { purgeWebPages } from "@/lib/web/jobs";
import { sweepSearchCalls } from "@/lib/web/providers/jobs";

export const JOBS = [
  sweepLogins,
  scheduleBackup,
  purgeApps,
  appClock,
  purgeRuns,
  sweepChatFiles,
  sweepTemporary,
  scheduleSync,
  sweepDrawing,
  findGaps,
  recommend,
  countAnswers,
  purgeCounters,
  remindOwners,
  tellFailures,
  refreshPages,
  findNearCopies,
  purgeBases,
  makeQaVectors,
  importSweep,
  sweepOwnData,
  sweepConversations,
  keepReportSpans,
  purgeReviewHits,
  crawlDueSources,
  purgeSources,
  sweepCrawlDays,
  watchRoom,
  sweepFiles,
  watchLicence,
  mailNotice,
  rollUp,
  sweepGateway,
  reconcile,
  sweepLog,
  sweepVersions,
  sweepEmbeddings,
  sweepReplacedSets,
  graphSets,
  indexSets,
  sweepRunChunks,
  wakeTask,
  sweepTasks,
  removeOldTasks,
  purgeWebPages,
  sweepSearchCalls,
];

export const TASK_KINDS = [
  backup,
  appRun,
  chatImport,
  syncApply,
  syncRead,
  column,
  overview,
  drawing,
  gapFinding,
  gapRecheck,
  recallGenerate,
  recallRun,
  baseCopy,
  baseExport,
  baseImport,
  embeddingChange,
  fileBatch,
  knowledgeFile,
  knowledgePagesTask,
  pageRefresh,
  qaGeneration,
  qaImport,
  knowledgeReread,
  sliceVectors,
  importCheck,
  importRun,
  ownData,
  reading,
  pricing,
  logVerification,
  webCrawl,
];

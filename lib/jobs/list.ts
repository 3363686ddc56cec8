import "server-only";
import { sweepLogins } from "@/lib/auth/jobs";
import { scheduleBackup } from "@/lib/backups/jobs";
import { sweepFiles, watchRoom } from "@/lib/files/jobs";
import { watchLicence } from "@/lib/licence/jobs";
import { mailNotice } from "@/lib/mail/jobs";
import { rollUp, sweepGateway } from "@/lib/models/jobs";
import { reconcile } from "@/lib/models/reconcile";
import { sweepLog } from "@/lib/operation-log/jobs";
import { sweepRunChunks } from "@/lib/stream/jobs";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import type { Job } from "./define";

/** Background work of the platform; that of the areas above it is given to `boot`. */
export const JOBS: readonly Job[] = [
  sweepLogins,
  sweepRunChunks,
  sweepFiles,
  watchRoom,
  rollUp,
  sweepGateway,
  reconcile,
  ...TASK_JOBS,
  sweepLog,
  watchLicence,
  mailNotice,
  scheduleBackup,
];

import type { ParseStatus } from "@/db/schema/parsing";

/** Between two looks at work under way, milliseconds. */
export const POLL_MS = 1500;

const FAILED: readonly ParseStatus[] = ["parse_failed", "split_failed", "build_failed"];
export const isFailed = (status: ParseStatus) => FAILED.includes(status);
/** Being read: it becomes ready, or fails. */
export const isRunning = (status: ParseStatus) => status !== "ready" && !isFailed(status);

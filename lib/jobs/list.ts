import "server-only";
import { sweepLogins } from "@/lib/auth/jobs";
import { sweepFiles } from "@/lib/files/jobs";
import { sweepRunChunks } from "@/lib/stream/jobs";
import type { Job } from "./define";

/** Every kind of background work of the product. */
export const JOBS: readonly Job[] = [sweepLogins, sweepRunChunks, sweepFiles];

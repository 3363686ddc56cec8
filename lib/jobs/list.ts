import "server-only";
import { sweepLogins } from "@/lib/auth/jobs";
import { sweepRunChunks } from "@/lib/stream/jobs";
import type { JobDefinition } from "./define";

/** Every kind of background work of the product. */
export const JOBS: readonly JobDefinition<never>[] = [sweepLogins, sweepRunChunks] as readonly JobDefinition<never>[];

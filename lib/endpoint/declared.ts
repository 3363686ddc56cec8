import "server-only";
import { z } from "zod";
import { env } from "@/lib/config/env";

/**
 * In tests every answer is held against what its handler declares, as it will be read: an undeclared field may be one
 * that must not leave. Costs too much to do for every answer of a day. Throws an Error that names the places.
 */
export function assertDeclared(schema: z.ZodType, data: unknown, request: Request): void {
  if (!env().CHECK_ANSWERS) return;
  const read = schema.safeParse(JSON.parse(JSON.stringify(data ?? null)));
  if (read.success) return;
  const call = `${request.method} ${new URL(request.url).pathname}`;
  throw new Error(`The answer of ${call} is not what is declared:\n${z.prettifyError(read.error)}`);
}

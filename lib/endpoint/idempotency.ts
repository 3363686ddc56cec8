import type { z } from "zod";
import { AppError } from "@/lib/errors/errors";

/** The `Idempotency-Key` header, or null; a malformed one is refused rather than ignored. */
export function idempotencyKeyOf(request: Request, schema: z.ZodType<string>): string | null {
  const value = request.headers.get("idempotency-key");
  if (value === null) return null;
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new AppError("invalidInput");
  return parsed.data;
}

import "server-only";
import type { ExportFormat } from "@/lib/answers/export/file";
import { exportOne } from "@/lib/answers/export/one";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import type { Locale } from "@/lib/i18n/locales";
import { P } from "@/lib/permissions/codes";

/** An own answer with its question as Word or Markdown. Throws notFound. */
export async function exportAnswer(
  actor: Actor,
  messageId: string,
  format: ExportFormat,
  locale: Locale,
): Promise<Response> {
  requirePermission(actor, P.DOCUMENT);
  return exportOne(actor, { kind: "document", id: messageId }, format, locale);
}

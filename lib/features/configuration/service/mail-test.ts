import "server-only";
import { db } from "@/db/client";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { productInfo } from "@/lib/config/product";
import { loadConfig } from "@/lib/config/system-config";
import type { Locale } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";
import { deliver } from "@/lib/mail/send";
import { isSameDestination, mailPassword } from "@/lib/mail/settings";
import { P } from "@/lib/permissions/codes";
import type { MailTest } from "../schema";

/**
 * Really sends a letter by the settings of the form, saved or not. The stored password goes to the stored server and
 * account only (SECURITY SK-02). Throws what `deliver` throws.
 */
export async function testMail(actor: Actor, { settings, password, to }: MailTest, locale: Locale): Promise<void> {
  requirePermission(actor, P.CONFIG_BASIC);
  const stored = await loadConfig("mailConfig");
  const known = password ?? (isSameDestination(settings, stored) ? await mailPassword() : null);
  const [t, product] = await Promise.all([areaTexts(locale, "configuration"), productInfo()]);
  const name = locale === "zh_CN" ? product.nameZh : product.nameEn;
  await deliver(settings, known, {
    to,
    subject: t("mail.letter.subject", { name }),
    text: t("mail.letter.text", { name }),
  });
  await db().transaction((tx) =>
    recordAuditEvent(tx, actor, {
      action: "config.mailTest",
      target: { type: "config", id: "mailConfig", name: "mailConfig" },
      after: { host: settings.host, port: settings.port, to },
    }),
  );
}

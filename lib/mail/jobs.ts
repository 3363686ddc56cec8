import "server-only";
import { z } from "zod";
import { db } from "@/db/client";
import { findMailAddress } from "@/db/queries/auth/identity";
import { env } from "@/lib/config/env";
import { productInfo } from "@/lib/config/product";
import { loadConfig } from "@/lib/config/system-config";
import { AppError } from "@/lib/errors/errors";
import { areaTexts } from "@/lib/i18n/translate";
import { defineJob } from "@/lib/jobs/define";
import { log } from "@/lib/log";
import { sendMail } from "./send";
import { isMailSet } from "./settings";

// @exempt text: payload of our own job

const payload = z.object({
  userId: z.uuid(),
  kind: z.string(),
  args: z.record(z.string(), z.union([z.string(), z.number()])),
  href: z.string().nullable(),
});

/** Failures another try cannot cure. */
const FINAL = new Set(["mailNotSet", "addressRefused", "mailLoginFailed", "mailTlsFailed"]);

/** A notification as a letter, in the reader's language; people without an address get none. */
export const mailNotice = defineJob({
  name: "mail.send",
  payload,
  attempts: 3,
  run: async ({ userId, kind, args, href }) => {
    if (!isMailSet(await loadConfig("mailConfig"))) return;
    const person = await findMailAddress(db(), userId);
    if (!person) return;
    const { defaultLanguage } = await loadConfig("customConfig");
    const locale = person.language ?? defaultLanguage;
    const [t, product] = await Promise.all([areaTexts(locale, "notices"), productInfo()]);
    const name = locale === "zh_CN" ? product.nameZh : product.nameEn;
    const { PUBLIC_URL } = env();
    const lines = [
      t(`${kind}.body`, args),
      ...(PUBLIC_URL && href ? [new URL(href, PUBLIC_URL).href] : []),
      `— ${name}`,
    ];
    try {
      await sendMail({ to: person.email, subject: `${t(`${kind}.title`, args)} · ${name}`, text: lines.join("\n\n") });
    } catch (error) {
      if (!(error instanceof AppError) || !FINAL.has(error.key)) throw error;
      log().warn({ key: error.key, kind }, "letter not sent");
    }
  },
});

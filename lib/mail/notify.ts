import "server-only";
import type { Transaction } from "@/db/client";
import { insertNotification } from "@/db/queries/notifications/notifications";
import { readConfig } from "@/lib/config/system-config";
import type { Messages } from "@/lib/i18n/messages";
import { enqueue } from "@/lib/jobs/boss";
import { mailNotice } from "./jobs";
import { isMailSet } from "./settings";

/** Kinds of notifications; the texts of each stand under `shared.notices` of its area's texts. */
export type NoticeKind = keyof Messages["notices"];

export interface Notice {
  userId: string;
  kind: NoticeKind;
  args: Record<string, string | number>;
  href: string | null;
}

/** Tells people something behind the bell, and by letter where mail is set up, both or neither. */
export async function notify(tx: Transaction, notices: readonly Notice[]): Promise<void> {
  const byMail = isMailSet(await readConfig(tx, "mailConfig"));
  for (const notice of notices) {
    await insertNotification(tx, notice);
    if (byMail) await enqueue(tx, mailNotice, notice);
  }
}

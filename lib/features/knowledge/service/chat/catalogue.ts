import "server-only";
import type { ChatBaseRow } from "@/db/queries/knowledge/chats";
import type { Actor } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { intlLanguage, type SpokenLanguage, spokenTexts } from "@/lib/conversation/spoken";
import { readBase } from "../bases";
import { listFiles } from "../files";
import type { CatalogueAsk } from "./intents";

/** Files that are named. */
const LISTED = 20;
const NEWEST = 5;

/** What the catalogue says of bases themselves (spec G5), in Markdown: no slice is read and no model is asked. */
export async function catalogueAnswer(
  actor: Actor,
  { bases, ask, language }: { bases: readonly ChatBaseRow[]; ask: CatalogueAsk; language: SpokenLanguage },
): Promise<string> {
  const t = spokenTexts(language);
  const { timeZone } = await loadConfig("customConfig");
  const day = new Intl.DateTimeFormat(intlLanguage(language), { dateStyle: "long", timeZone });
  const lines: string[] = [];
  for (const { id } of bases) {
    const { name: plain, fileCount: count, owner } = await readBase(actor, id);
    const name = plainLine(plain);
    if (ask === "count") lines.push(`- ${t("count", { name, count })}`);
    else if (ask === "owner") lines.push(`- ${t("owner", { name, owner: plainLine(owner.name) })}`);
    else {
      const most = ask === "newest" ? NEWEST : LISTED;
      const { items, total } = await listFiles(actor, id, {
        page: 1,
        pageSize: most,
        keyword: undefined,
        sort: "created",
        direction: "desc",
      });
      lines.push(t(ask, { name, count: total }), "");
      for (const file of items) {
        lines.push(`- ${t("file", { name: plainLine(file.name), date: day.format(new Date(file.createdAt)) })}`);
      }
      if (ask === "list" && total > items.length) lines.push(`- ${t("more", { count: total - items.length })}`);
      lines.push("");
    }
  }
  return lines.join("\n").trim();
}

/** Names are data: nothing in them is Markdown. */
function plainLine(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>#|]/g, "\\$&");
}

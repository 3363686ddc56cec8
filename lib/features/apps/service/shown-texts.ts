import "server-only";
import type { AppRow } from "@/db/queries/apps/apps";
import { toolOfApp } from "@/lib/areas/tools";
import { type Actor, localeOf } from "@/lib/auth/actor";

interface Named extends Pick<AppRow, "id" | "kind" | "name"> {
  description?: string;
}

/** What an app is called to a person, and what it is for; a tool has words in each language. */
export function shownTexts(actor: Pick<Actor, "request" | "language">, { id, kind, name, description = "" }: Named) {
  return (kind === "tool" && toolOfApp(id)?.texts[localeOf(actor)]) || { name, description };
}

import "server-only";
import { notFound } from "next/navigation";
import { z } from "zod";
import type { Actor } from "@/lib/auth/actor";
import { nullIfMissing } from "@/lib/errors/errors";
import { readSearch } from "./service/chat/searches";

/** Answers 404 for a `?session=` that names no search of the person's own. */
export async function pageSearch(actor: Actor, session: string | string[] | undefined): Promise<void> {
  if (session === undefined || session === "") return;
  const id = z.uuid().safeParse(session);
  if (!id.success || !(await readSearch(actor, id.data).catch(nullIfMissing))) notFound();
}

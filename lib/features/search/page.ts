import "server-only";
import { notFound } from "next/navigation";
import { z } from "zod";
import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { readSearch } from "./service/chat/searches";

/** Answers 404 for a `?session=` that names no search of the person's own. */
export async function pageSearch(actor: Actor, session: string | string[] | undefined): Promise<void> {
  if (session === undefined || session === "") return;
  if (!z.uuid().safeParse(session).success) notFound();
  await readSearch(actor, session as string).catch((error: unknown) => {
    if (error instanceof AppError && error.key === "notFound") notFound();
    throw error;
  });
}

import "server-only";
import { notFound } from "next/navigation";
import { z } from "zod";
import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import type { BaseDto } from "./dto";
import { readBase } from "./service/bases";

/**
 * The base that `?id=` of a page names, null where it names none: the page then offers a choice (spec 10). A base that is
 * missing or not theirs answers 404, also where the screen is for managing and they may only use it.
 */
export async function pageBase(
  actor: Actor,
  id: string | string[] | undefined,
  right: "view" | "manage" = "view",
): Promise<BaseDto | null> {
  if (id === undefined || id === "") return null;
  if (!z.uuid().safeParse(id).success) notFound();
  const base = await readBase(actor, id as string).catch((error: unknown) => {
    if (error instanceof AppError && error.key === "notFound") return notFound();
    throw error;
  });
  if (right === "manage" && !base.mayManage) notFound();
  return base;
}

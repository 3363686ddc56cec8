import "server-only";
import { db } from "@/db/client";
import { findPromptToCollect } from "@/db/queries/collected/collectable";
import { listOwnPrompts } from "@/db/queries/owned/own-data";
import { promptFavourites, prompts, promptVersions } from "@/db/schema/prompts";
import type { CollectableSource, Owned } from "@/lib/owned/owned";

const prompt: CollectableSource = {
  kind: "prompt",
  copy: async (db, { id, departmentPath }, refId) => {
    const departments = departmentPath.split("/").filter(Boolean);
    const found = await findPromptToCollect(db, { userId: id, departments }, refId);
    if (!found) return null;
    const { name, content } = found;
    return { title: name, text: content, parts: [{ type: "text", text: content }], sessionId: null };
  },
};

export const PROMPTS_OWNED: Owned = {
  ownData: [
    {
      name: "prompts",
      order: 40,
      columns: [prompts.ownerId],
      content: ({ actor }) => listOwnPrompts(db(), actor.id),
    },
  ],
  collectables: [prompt],
  exempt: {
    people: [
      [prompts.creatorId, "who made a prompt of the organisation: it stays the organisation's"],
      [prompts.reviewedBy, "who released it, told to those who administer prompts"],
      [promptVersions.authorId, "history of a prompt; it stays and goes with the prompt"],
      [promptFavourites.userId, "a mark on a prompt, no content"],
    ],
  },
};

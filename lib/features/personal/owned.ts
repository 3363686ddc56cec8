import "server-only";
import { db } from "@/db/client";
import { listMemories } from "@/db/queries/personal/memories";
import { externalIdentities } from "@/db/schema/login-channels";
import { memories } from "@/db/schema/personal";
import { userRoles } from "@/db/schema/roles";
import type { Owned } from "@/lib/owned/owned";
import { ownProfile } from "./service/profile";

export const PERSONAL_OWNED: Owned = {
  ownData: [
    {
      name: "profile",
      order: 10,
      columns: [userRoles.userId, externalIdentities.userId],
      content: ({ actor }) => ownProfile(actor),
    },
    {
      name: "memories",
      order: 20,
      columns: [memories.userId],
      content: ({ actor }) => listMemories(db(), actor.id),
    },
  ],
};

import "server-only";
import { userPreferences } from "@/db/schema/personal";
import type { Owned } from "@/lib/owned/owned";

export const CHAT_OWNED: Owned = {
  exempt: {
    people: [[userPreferences.userId, "settings that new chats begin with, no content"]],
    models: [[userPreferences.chat, "a person's preference; the default answers once the model is gone"]],
  },
};

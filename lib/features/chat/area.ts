import { defineArea } from "@/lib/areas/define";

export const CHAT = defineArea({
  apps: { CHAT: "chat" },
  codes: {
    CHAT: { code: "PERSONAL:CHAT", number: 1, atFirst: ["staff", "visitor"] },
  },
  errors: {
    tooManyFiles: 422,
    picturesTooLarge: 413,
    chatFileGone: 409,
    chatExportUnreadable: 422,
    chatExportTooLarge: 413,
    chatImportRunning: 409,
    nothingToSpeak: 422,
    recordingTooLong: 413,
    recordingType: 415,
  },
  places: {
    newChat: { href: "/personal/chat?new=1", begins: true, inChat: true },
    promptSquare: { href: "/personal/chat?view=prompts", inChat: true },
  },
});

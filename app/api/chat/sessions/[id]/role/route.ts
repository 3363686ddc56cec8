import { settingsDto } from "@/lib/conversation/dto";
import { handler, idParam } from "@/lib/endpoint/route";
import { roleChoice } from "@/lib/features/chat/schema";
import { setRole } from "@/lib/features/chat/service/settings";
import { roleText } from "@/lib/features/prompts/service/use";
import { P } from "@/lib/permissions/codes";

export const PUT = handler({
  summary: "Switch a role on in a chat, or off",
  exempt: "a person's own chat",

  any: [P.CHAT],
  params: idParam,
  body: roleChoice,
  response: settingsDto,
  run: async ({ actor, params, body: { promptId }, locale }) => {
    if (promptId === null) return setRole(actor, params.id, null);
    const { name, content } = await roleText(actor, promptId, locale);
    return setRole(actor, params.id, { promptId, name, text: content });
  },
});

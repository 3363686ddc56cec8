"use client";

import { EyeOff } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useId } from "react";
import { Switch } from "@/components/ui/switch";
import { api } from "@/lib/client/api-client";
import { reportFailure } from "@/lib/client/report-failure";
import { hrefIn } from "@/lib/conversation/areas";
import type { ConversationController } from "@/lib/conversation/client/controller";
import type { ConversationDto } from "@/lib/conversation/dto";
import { PERSONAL } from "@/lib/features/chat/conversation";
import { useNewChat } from "@/lib/features/chat/hooks";

/** Stands where a chat begins: the next words are kept, or they are not. */
export function TemporarySwitch({ session }: { session: ConversationDto }) {
  const t = useTranslations("chat.temporary");
  const router = useRouter();
  const create = useNewChat();
  const id = useId();
  const handleChange = async (isOn: boolean) => {
    if (!isOn) return router.replace("/personal/chat");
    try {
      const { id: made } = await create.mutateAsync({ temporary: true });
      router.replace(hrefIn(PERSONAL, made));
    } catch (error) {
      reportFailure(error);
    }
  };
  return (
    <div className="mt-4 flex items-center justify-center gap-2 text-sm text-fg-2">
      <Switch
        id={id}
        checked={session.temporary}
        disabled={create.isPending}
        onCheckedChange={(isOn) => void handleChange(isOn)}
      />
      <label htmlFor={id}>{t("switch")}</label>
    </div>
  );
}

/** Says, as long as a temporary chat is open, that it will not stay. */
export function TemporaryNotice() {
  const t = useTranslations("chat.temporary");
  return (
    <p role="note" className="flex items-center gap-2 border-b bg-subtle px-5 py-2 text-sm text-fg-2">
      <EyeOff aria-hidden size={15} strokeWidth={1.75} className="shrink-0 text-fg-3" />
      {t("notice")}
    </p>
  );
}

/** Chats that are being left; coming back within the moment keeps them (React mounts twice in development). */
const leaving = new Map<string, ReturnType<typeof setTimeout>>();
const MOMENT_MS = 400;

/** Removes a temporary chat when its screen is left. A closed window is cleared up by the server within a day. */
export function useTemporaryEnd(session: ConversationDto, controller: ConversationController): void {
  const { id, temporary } = session;
  useEffect(() => {
    if (!temporary) return;
    clearTimeout(leaving.get(id));
    leaving.delete(id);
    return () => {
      const end = async () => {
        leaving.delete(id);
        await controller.stop().catch(() => undefined);
        // Whether it succeeds or not, nobody is there to hear of it.
        await api.delete(`/chat/sessions/${id}`).catch(() => undefined);
      };
      leaving.set(
        id,
        setTimeout(() => void end(), MOMENT_MS),
      );
    };
  }, [id, temporary, controller]);
}

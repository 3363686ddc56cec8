"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { ApiError } from "@/lib/client/api-error";
import { confirm } from "@/lib/client/dialogs";
import { readDraft, saveDraft } from "@/lib/client/drafts";
import { reportFailure } from "@/lib/client/report-failure";
import { toast } from "@/lib/client/toast";
import type { PromptDetail } from "@/lib/features/prompts/dto";
import { callPromptUse, promptKeys, switchRoleOn } from "@/lib/features/prompts/hooks";
import { type Values, valueErrors } from "@/lib/features/prompts/template";

/** Filling a prompt and handing it to the chat, or switching a role on for the chat. */
export function useUse(prompt: PromptDetail, sessionId: string) {
  const t = useTranslations("prompts.use");
  const router = useRouter();
  const client = useQueryClient();
  const [values, setValues] = useState<Values>({});
  const [errors, setErrors] = useState<Values>({});
  const [isRunning, setIsRunning] = useState(false);
  // One key a drawer: pressing again after a lost answer is the same use.
  const key = useRef<string>(undefined);

  const refuse = (wrong: Values) => {
    setErrors(wrong);
    const [first] = Object.keys(wrong);
    if (first) document.querySelector<HTMLElement>(`[data-variable=${JSON.stringify(first)}]`)?.focus();
  };
  const toChat = () => {
    void client.invalidateQueries({ queryKey: promptKeys.all });
    router.push(`/personal/chat?id=${sessionId}`);
  };
  const use = async () => {
    key.current ??= crypto.randomUUID();
    const result = await callPromptUse(prompt.id, values, key.current);
    if ("role" in result) {
      await switchRoleOn(sessionId, result.role.promptId);
      toast.success(t("roleDone", { name: result.role.name }));
      return toChat();
    }
    const draft = `chat:${sessionId}`;
    const typed = readDraft(draft).trim();
    const mayReplace =
      typed === "" ||
      typed === result.text.trim() ||
      (await confirm({ title: t("replaceTitle"), description: t("replaceText"), okButton: t("replace") }));
    if (!mayReplace) return;
    saveDraft(draft, result.text);
    toChat();
  };
  const handleRun = async () => {
    if (isRunning) return;
    const wrong = valueErrors(prompt.type === "role" ? [] : prompt.variables, values);
    if (Object.keys(wrong).length > 0) return refuse(wrong);
    setIsRunning(true);
    try {
      await use();
    } catch (error) {
      const named = fieldsOf(error);
      if (named) refuse(named);
      else reportFailure(error);
    } finally {
      setIsRunning(false);
    }
  };
  const change = (name: string, value: string) => {
    setValues((current) => ({ ...current, [name]: value }));
    setErrors(({ [name]: _gone, ...rest }) => rest);
  };
  return { values, errors, isRunning, change, run: () => void handleRun() };
}

/** The placeholders a refused call names. */
function fieldsOf(error: unknown): Values | null {
  if (!(error instanceof ApiError)) return null;
  const fields = (error.data as { fields?: Record<string, string> } | null)?.fields ?? {};
  const named = Object.entries(fields).flatMap(([path, key]) =>
    path.startsWith("values.") ? [[path.slice("values.".length), key]] : [],
  );
  return named.length > 0 ? Object.fromEntries(named) : null;
}

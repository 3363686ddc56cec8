"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { isInRange, SettingSlider } from "@/components/chat/setting-slider";
import { ErrorState } from "@/components/common/error-state";
import { LazyMessages } from "@/components/common/lazy-messages";
import { DrawerFrame } from "@/components/form/drawer-frame";
import { Button } from "@/components/ui/button";
import { Field, fieldMessageId } from "@/components/ui/field";
import { Segmented } from "@/components/ui/segmented";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { Textarea } from "@/components/ui/textarea";
import { reportFailure } from "@/lib/client/report-failure";
import { toast } from "@/lib/client/toast";
import {
  type ChatSettings,
  type NumberSetting,
  type SettingsDto,
  SYSTEM_PROMPT_MAX,
} from "@/lib/conversation/settings";
import type { ChatModelDto } from "@/lib/features/chat/dto";
import { settingsQuery, useSettingsActions } from "@/lib/features/chat/settings-hooks";
import { ModelSetting } from "./model-setting";

interface SettingsDrawerProps {
  sessionId: string;
  model: ChatModelDto | undefined;
  models: readonly ChatModelDto[];
  /** The model the chat begins with from now on. */
  onModel: (modelId: string | undefined) => void;
  onClose: () => void;
}

/** Always heeded by us, whatever the model. */
const OURS: readonly NumberSetting[] = ["contextTokens", "memoryRounds"];
const THEIRS = ["maxOutputTokens", "temperature", "topP", "presencePenalty", "frequencyPenalty"] as const;
type Scope = "chat" | "person";

/** Settings of the chat in view and of all new chats (spec 3), each explained; what the model does not heed is hidden. */
export function SettingsDrawer(props: SettingsDrawerProps) {
  return (
    <LazyMessages areas={["chat-more"]}>
      <Loaded {...props} />
    </LazyMessages>
  );
}

function Loaded(props: SettingsDrawerProps) {
  const t = useTranslations("chat-more.settings");
  const { data, isError, refetch } = useQuery({ ...settingsQuery(props.sessionId), staleTime: 0, gcTime: 0 });
  if (data) return <SettingsForm {...props} settings={data} />;
  return (
    <Sheet open onOpenChange={(open) => !open && props.onClose()}>
      <SheetContent title={t("title")}>
        {isError ? <ErrorState onRetry={() => void refetch()} /> : <Skeleton className="h-64 w-full" />}
      </SheetContent>
    </Sheet>
  );
}

function SettingsForm(props: SettingsDrawerProps & { settings: SettingsDto }) {
  const { sessionId, model, models, onModel, onClose, settings } = props;
  const t = useTranslations("chat-more.settings");
  const { changeChat, changePerson } = useSettingsActions(sessionId);
  const [scope, setScope] = useState<Scope>("chat");
  const [draft, setDraft] = useState({ chat: settings.chat, person: settings.person });
  const shown = [...OURS, ...THEIRS.filter((name) => model?.options.includes(name) ?? true)];
  const values = draft[scope];
  const below = scope === "chat" ? draft.person : {};
  const change = (patch: Partial<ChatSettings>) => setDraft({ ...draft, [scope]: { ...values, ...patch } });
  const patches = { chat: difference(settings.chat, draft.chat), person: difference(settings.person, draft.person) };
  const isChanged = Object.keys(patches.chat).length + Object.keys(patches.person).length > 0;
  const isValid = [draft.chat, draft.person].every(isWhole);
  const isSaving = changeChat.isPending || changePerson.isPending;
  const handleSubmit = async () => {
    try {
      if (Object.keys(patches.person).length > 0) await changePerson.mutateAsync(patches.person);
      if (Object.keys(patches.chat).length > 0) await changeChat.mutateAsync(patches.chat);
      toast.success({ key: "success" });
      if ("modelId" in patches.chat || "modelId" in patches.person) onModel(draft.chat.modelId ?? draft.person.modelId);
      onClose();
    } catch (error) {
      reportFailure(error);
    }
  };
  return (
    <DrawerFrame
      title={t("title")}
      isSaving={isSaving}
      canSave={isChanged && isValid}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <Segmented
        aria-label={t("scope")}
        value={scope}
        onValueChange={setScope}
        options={[
          { value: "chat", label: t("scopes.chat") },
          { value: "person", label: t("scopes.person") },
        ]}
      />
      <p className="text-sm text-fg-3">{t(scope === "chat" ? "aboutChat" : "aboutPerson")}</p>
      <ModelSetting
        models={models}
        value={values.modelId}
        inherited={below.modelId}
        onChange={(modelId) => change({ modelId })}
      />
      <SystemPrompt
        key={scope}
        value={values.systemPrompt ?? ""}
        inherited={below.systemPrompt ?? ""}
        onChange={(systemPrompt) => change({ systemPrompt: systemPrompt || undefined })}
      />
      {shown.map((name) => (
        <SettingSlider
          key={`${scope} ${name}`}
          name={name}
          value={values[name]}
          inherited={below[name]}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
      {shown.length < OURS.length + THEIRS.length && (
        <p className="text-xs text-fg-3">{t("hidden", { model: model?.name ?? "" })}</p>
      )}
      <Button
        icon={RotateCcw}
        onClick={() => setDraft({ ...draft, [scope]: values.tools ? { tools: values.tools } : {} })}
      >
        {t("reset")}
      </Button>
    </DrawerFrame>
  );
}

interface SystemPromptProps {
  value: string;
  inherited: string;
  onChange: (value: string) => void;
}

function SystemPrompt({ value, inherited, onChange }: SystemPromptProps) {
  const t = useTranslations("chat-more.settings");
  const id = useId();
  const over = value.length - SYSTEM_PROMPT_MAX;
  return (
    <Field
      id={id}
      label={t("name.systemPrompt")}
      hint={t("about.systemPrompt", { count: value.length, max: SYSTEM_PROMPT_MAX })}
      error={over > 0 ? t("tooLong", { over }) : undefined}
    >
      <Textarea
        id={id}
        rows={4}
        value={value}
        invalid={over > 0}
        aria-describedby={fieldMessageId(id, true)}
        placeholder={inherited || t("systemPromptPlaceholder")}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

function isWhole(settings: ChatSettings): boolean {
  const isShort = (settings.systemPrompt ?? "").length <= SYSTEM_PROMPT_MAX;
  return isShort && [...OURS, ...THEIRS].every((name) => isInRange(name, settings[name]));
}

/** What changed; null takes a setting back. */
function difference(before: ChatSettings, after: ChatSettings): Record<string, never> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof ChatSettings>;
  const patch: Record<string, unknown> = {};
  for (const name of names) {
    if (before[name] !== after[name]) patch[name] = after[name] ?? null;
  }
  return patch as Record<string, never>;
}

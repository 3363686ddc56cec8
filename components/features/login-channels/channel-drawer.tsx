"use client";

import { useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId, useState } from "react";
import type { z } from "zod";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { LoadingDrawer } from "@/components/common/loading-drawer";
import { SaveForm } from "@/components/form/save-form";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { confirm } from "@/lib/client/dialogs";
import { toast } from "@/lib/client/toast";
import { useLeaveGuard } from "@/lib/client/use-leave-guard";
import type { ChannelKind } from "@/lib/config/channel-kinds";
import type { ChannelChoices, ChannelDetail, ChannelDto } from "@/lib/features/login-channels/dto";
import { channelQuery, choicesQuery, useChannelActions } from "@/lib/features/login-channels/hooks";
import { type ChannelForm, channelForm } from "@/lib/features/login-channels/schema";
import { ChannelFormParts } from "./channel-form";
import { useLocalName } from "./channel-name";
import type { ChannelTab } from "./channel-tabs";
import { formValues } from "./form-values";
import type { ChannelCommands } from "./use-channel-commands";

interface NewChannelDrawerProps {
  kind: ChannelKind;
  onMade: (id: string) => void;
  onClose: () => void;
}

/** A new channel of a kind. */
export function NewChannelDrawer({ kind, onMade, onClose }: NewChannelDrawerProps) {
  const t = useTranslations("login-channels");
  const choices = useQuery(choicesQuery);
  const title = t("addKind", { kind: t(`kinds.${kind}`) });
  if (!choices.data) {
    const { isError, refetch } = choices;
    return (
      <LoadingDrawer title={title} size="large" isError={isError} onRetry={() => void refetch()} onClose={onClose} />
    );
  }
  return (
    <FormSheet kind={kind} title={title} detail={null} choices={choices.data} onSaved={onMade} onClose={onClose} />
  );
}

interface ChannelDrawerProps {
  channel: ChannelDto;
  tabs: readonly ChannelTab[];
  commands: ChannelCommands;
  onClose: () => void;
}

/** A channel that is there: its settings, and what else belongs to its kind. */
export function ChannelDrawer({ channel, tabs, commands, onClose }: ChannelDrawerProps) {
  const t = useTranslations("login-channels");
  const title = useLocalName().channel(channel);
  const choices = useQuery(choicesQuery);
  const detail = useQuery(channelQuery(channel.id));
  if (!choices.data || !detail.data) {
    const handleRetry = () => void Promise.all([choices.refetch(), detail.refetch()]);
    const isError = choices.isError || detail.isError;
    return <LoadingDrawer title={title} size="large" isError={isError} onRetry={handleRetry} onClose={onClose} />;
  }
  return (
    <FormSheet
      kind={channel.kind}
      title={title}
      meta={t(`kinds.${channel.kind}`)}
      detail={detail.data}
      choices={choices.data}
      tabs={tabs.filter((tab) => tab.isFor(channel.kind))}
      onTest={() => commands.test(channel)}
      onSaved={(_, mustTest) => (mustTest ? commands.test(channel) : onClose())}
      onClose={onClose}
    />
  );
}

interface FormSheetProps {
  kind: ChannelKind;
  title: string;
  meta?: string;
  detail: ChannelDetail | null;
  choices: ChannelChoices;
  tabs?: readonly ChannelTab[];
  onTest?: () => void;
  /** `mustTest`: it is off and cannot be turned on before a test. */
  onSaved: (id: string, mustTest: boolean) => void;
  onClose: () => void;
}

function FormSheet({ kind, title, meta, detail: given, choices, tabs = [], onTest, onSaved, onClose }: FormSheetProps) {
  const t = useTranslations("login-channels");
  const c = useTranslations("common.action");
  const formId = useId();
  // What was opened stays: a channel that is read anew meanwhile takes nothing typed away.
  const [detail] = useState(given);
  const { create, edit, check } = useChannelActions();
  /**
   * A mistyped address is told now; that it cannot be reached may have other reasons, so it is saved all the same. By the
   * promise: this form is closed before the answer is there, and callbacks of a closed one are not called.
   */
  const warn = async (id: string) => {
    if (kind !== "oidc") return;
    const { problem } = await check.mutateAsync(id).catch(() => ({ problem: null }));
    if (problem) toast.warning(t("siteProblem", { reason: t(`reasons.${problem}`) }));
  };
  const [tab, setTab] = useState("settings");
  const schema = channelForm(kind, detail) as unknown as z.ZodType<ChannelForm, ChannelForm>;
  const form = useZodForm<ChannelForm, ChannelForm>(schema, formValues(kind, detail, choices.initialRoleIds));
  const saving = useSaveForm(form, {
    revision: detail?.revision,
    toValues: (current: Partial<ChannelDetail>) => formValues(kind, detail && { ...detail, ...current }),
    save: async (values, revision) => {
      const secrets = Object.fromEntries(Object.entries(values.secrets).filter(([, value]) => value !== ""));
      if (detail) {
        const { switchedOff } = await edit.mutateAsync({ id: detail.id, revision, ...values, secrets });
        if (switchedOff) toast.warning(t("switchedOff"));
        else toast.success();
        // The drawer of a test, which opens where one is due, tells it itself.
        if (!switchedOff) void warn(detail.id);
        return { id: detail.id, mustTest: switchedOff };
      }
      const { id } = await create.mutateAsync({ id: choices.newId, kind, ...values, secrets });
      toast.success(t("made"));
      return { id, mustTest: true };
    },
    toast: false,
    onSaved: ({ id, mustTest }) => onSaved(id, mustTest),
  });
  const { isSaving } = saving;
  const { isDirty } = form.formState;
  useLeaveGuard(isDirty, { title: t("leave.title"), description: t("leave.text"), okButton: t("leave.ok") });
  const handleClose = async () => {
    if (isSaving) return;
    const texts = { title: t("leave.title"), description: t("leave.text"), okButton: t("leave.ok") };
    if (!isDirty || (await confirm({ ...texts, destructive: true }))) onClose();
  };
  const isSettings = tab === "settings";
  const body = (
    <SaveForm id={formId} saving={saving} className="space-y-5">
      <ChannelFormParts kind={kind} detail={detail} choices={choices} failure={saving.failure} />
    </SaveForm>
  );
  return (
    <Sheet open onOpenChange={(open) => !open && void handleClose()}>
      <SheetContent
        title={title}
        meta={meta}
        size="large"
        footer={
          isSettings && (
            <>
              {onTest && (
                <Button icon={FlaskConical} disabled={isDirty || isSaving} onClick={onTest} className="mr-auto">
                  {isDirty ? t("test.saveFirst") : t("test.title")}
                </Button>
              )}
              <Button disabled={isSaving} onClick={() => void handleClose()}>
                {c("cancel")}
              </Button>
              <Button
                variant="primary"
                type="submit"
                form={formId}
                disabled={isSaving || detail?.isStronger || (detail !== null && !isDirty)}
              >
                {isSaving ? c("submitting") : c("save")}
              </Button>
            </>
          )
        }
      >
        {detail && tabs.length > 0 ? (
          <WithTabs tabs={tabs} tab={tab} onTab={setTab} channelId={detail.id} settings={body} />
        ) : (
          body
        )}
      </SheetContent>
    </Sheet>
  );
}

interface WithTabsProps {
  tabs: readonly ChannelTab[];
  tab: string;
  onTab: (tab: string) => void;
  channelId: string;
  settings: ReactNode;
}

function WithTabs({ tabs, tab, onTab, channelId, settings }: WithTabsProps) {
  const t = useTranslations("login-channels.tab");
  return (
    <Tabs value={tab} onValueChange={onTab}>
      <TabsList className="-mt-5 mb-5">
        <TabsTrigger value="settings">{t("settings")}</TabsTrigger>
        {tabs.map(({ key }) => (
          <TabsTrigger key={key} value={key}>
            {t(key)}
          </TabsTrigger>
        ))}
      </TabsList>
      {/* Kept while another tab is open: what was typed stays. */}
      <TabsContent value="settings" forceMount hidden={tab !== "settings"}>
        {settings}
      </TabsContent>
      {tabs.map(({ key, body }) => (
        <TabsContent key={key} value={key}>
          <LazyBoundary>{body(channelId)}</LazyBoundary>
        </TabsContent>
      ))}
    </Tabs>
  );
}

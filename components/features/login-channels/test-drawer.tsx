"use client";

import { useQuery } from "@tanstack/react-query";
import { ExternalLink, FlaskConical, Power } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { LoadingDrawer } from "@/components/common/loading-drawer";
import { FormFailure } from "@/components/form/form-failure";
import { SaveForm } from "@/components/form/save-form";
import { TextField } from "@/components/form/text-field";
import { TextareaField } from "@/components/form/textarea-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { toast } from "@/lib/client/toast";
import { isRedirectKind } from "@/lib/config/channel-kinds";
import type { ChannelDto, ChannelTestResult } from "@/lib/features/login-channels/dto";
import { siteQuery, testQuery, useChannelActions } from "@/lib/features/login-channels/hooks";
import { ACCOUNT_LINE_MAX, type ChannelTest, channelTest, TOKEN_MAX } from "@/lib/features/login-channels/schema";
import { useLocalName } from "./channel-name";
import { SiteProblem, TestResult } from "./test-result";
import type { ChannelCommands } from "./use-channel-commands";

interface ResultDrawerProps {
  flowId: string;
  channels: readonly ChannelDto[];
  commands: ChannelCommands;
  onClose: () => void;
}

/** The outcome of a test the browser just comes back from. */
export function ResultDrawer({ flowId, channels, commands, onClose }: ResultDrawerProps) {
  const t = useTranslations("login-channels.test");
  const query = useQuery(testQuery(flowId));
  const channel = channels.find(({ id }) => id === query.data?.channelId);
  if (query.data && channel) {
    return <TestDrawer channel={channel} first={query.data} commands={commands} onClose={onClose} />;
  }
  return <LoadingDrawer title={t("title")} isError={query.isError} gone={t("gone")} onClose={onClose} />;
}

interface TestDrawerProps {
  channel: ChannelDto;
  /** An outcome that is there already. */
  first?: ChannelTestResult;
  commands: ChannelCommands;
  onClose: () => void;
}

/** The real handshake (spec A1): what it needs, what it came to, and then the way to turn the channel on. */
export function TestDrawer({ channel, first, commands, onClose }: TestDrawerProps) {
  const t = useTranslations("login-channels.test");
  const name = useLocalName().channel(channel);
  const { test, status } = useChannelActions();
  const [result, setResult] = useState<ChannelTestResult | null>(first ?? null);
  const { kind } = channel;
  // A mistyped issuer is told before anybody is sent there.
  const site = useQuery({ ...siteQuery(channel.id), enabled: kind === "oidc" && !result });
  const problem = result ? null : site.data?.problem;
  // What the kind does not ask for is not looked at.
  const form = useZodForm(
    channelTest,
    kind === "ldap" ? { account: "", password: "" } : kind === "jwt" ? { token: "" } : {},
  );
  const canTurnOn = result?.ok === true && result.passed && channel.isTested && channel.status === "disabled";

  const saving = useSaveForm(form, {
    save: async (values) => {
      setResult(null);
      const started = await test.mutateAsync({ id: channel.id, ...inputOf(kind, values) });
      if ("url" in started) window.location.assign(started.url);
      else setResult(started.result);
    },
    toast: false,
  });
  const handleTurnOn = () =>
    status.mutate(
      { id: channel.id, status: "enabled" },
      {
        onSuccess: () => {
          toast.success();
          onClose();
        },
      },
    );
  const goesAway = isRedirectKind(kind);
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        title={t("title")}
        meta={name}
        footer={
          <>
            <Button onClick={() => commands.edit(channel)} className="mr-auto">
              {t("edit")}
            </Button>
            {canTurnOn && (
              <Button variant="primary" icon={Power} loading={status.isPending} onClick={handleTurnOn}>
                {t("turnOn")}
              </Button>
            )}
          </>
        }
      >
        <div className="space-y-5">
          {result && <TestResult result={result} />}
          {problem && <SiteProblem reason={problem} />}
          <SaveForm saving={saving} className="space-y-4">
            <p className="text-fg-2 text-sm">{t(goesAway ? "intro.redirect" : `intro.${kind as "ldap" | "jwt"}`)}</p>
            <FormFailure error={saving.failure} />
            {kind === "ldap" && (
              <>
                <TextField<ChannelTest>
                  name="account"
                  label={t("account")}
                  required
                  maxLength={ACCOUNT_LINE_MAX}
                  autoComplete="off"
                />
                <TextField<ChannelTest>
                  name="password"
                  kind="secret"
                  label={t("password")}
                  hint={t("passwordHint")}
                  required
                  maxLength={500}
                  autoComplete="off"
                />
              </>
            )}
            {kind === "jwt" && (
              <TextareaField<ChannelTest>
                name="token"
                label={t("token")}
                hint={t("tokenHint")}
                required
                maxLength={TOKEN_MAX}
                rows={5}
              />
            )}
            <Button
              type="submit"
              variant={canTurnOn ? "default" : "primary"}
              icon={goesAway ? ExternalLink : FlaskConical}
              loading={test.isPending}
            >
              {t(result ? "again" : goesAway ? "go" : "start")}
            </Button>
          </SaveForm>
        </div>
      </SheetContent>
    </Sheet>
  );
}

/** What the kind asks for, and no more. */
function inputOf(kind: ChannelDto["kind"], { account, password, token }: ChannelTest): ChannelTest {
  if (kind === "ldap") return { account, password };
  return kind === "jwt" ? { token } : {};
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { PlugZap } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { FormDrawer } from "@/components/form/form-drawer";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import { commandLineText } from "@/lib/config/stdio-commands";
import type { McpProbeResult, McpServerDto } from "@/lib/features/tools/dto";
import { choicesQuery, useServerActions } from "@/lib/features/tools/hooks";
import { authOf, type ServerForm, serverForm } from "@/lib/features/tools/schema";
import { isMoved } from "@/lib/net/moved-address";
import { AccessFields, accessInput, accessValues, type StoredAccess } from "./access-fields";
import { AuthFields, authValues } from "./auth-fields";
import { FoundTools } from "./found-tools";
import { SecretFields, secretsOf } from "./secret-fields";

/** How an API may be authenticated; a key in a header and a token are request headers. */
const CONSOLE_AUTH = ["headers", "query", "basic", "oauth"] as const;
const AUTH_FIELDS = ["authName", "authUser", "tokenUrl", "clientId", "scope", "authSecret"] as const;

/** So many operations of an API are all chosen at first. */
const ALL_PICKED = 12;

interface ServerDrawerProps {
  servers: readonly McpServerDto[];
  /** The one to change; without it a new one is added. */
  server?: McpServerDto;
  onClose: () => void;
}

/** Address, secrets and access of an MCP server. A new one is tried first: its tools are chosen from what it lists. */
export function ServerDrawer({ server, onClose }: ServerDrawerProps) {
  const t = useTranslations("tools.form");
  const { probe, create, edit, refresh } = useServerActions();
  const { data: choices } = useQuery(choicesQuery);
  const [found, setFound] = useState<McpProbeResult | null>(null);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const form = useZodForm(serverForm, valuesOf(server));
  const ownLine = form.formState.defaultValues?.command ?? "";
  const [transport, url, line, authKind] = useWatch({
    control: form.control,
    name: ["transport", "url", "command", "authKind"],
  });
  const isHttp = transport !== "stdio";
  const isApi = transport === "openapi";
  const commands = choices?.commands ?? [];
  const hasStored = (server?.secretNames.length ?? 0) > 0;
  const mustEnterSecrets = hasStored && (isHttp ? isMoved(server?.url ?? null, url) : line !== ownLine);
  const lineOf = (text: string) => commands.find((choice) => choice.line === text);
  const variables = lineOf(line)?.variables ?? [];

  const byHeaders = !isApi || authKind === "headers";
  const isMovedAway = hasStored && isMoved(server?.url ?? null, url);

  const reachOf = (values: ServerForm) => {
    const secrets = secretsOf(values.secrets);
    const address = { transport: values.transport, url: values.url.trim() };
    if (values.transport === "stdio") {
      return { transport: values.transport, ...commandOf(values.command), secrets };
    }
    if (values.transport === "http") return { ...address, secrets };
    const auth = authOf(values);
    if (auth === null) return { ...address, auth, secrets };
    const own: Record<string, string> = values.authSecret ? { secret: values.authSecret } : {};
    return { ...address, auth, secrets: own };
  };
  /** What was picked, with the call each one was shown with. */
  const chosen = () =>
    [...picked].map((name) => {
      const call = found?.tools.find((tool) => tool.remoteName === name)?.call;
      return { name, ...(call && { call }) };
    });
  /** The chosen line in its parts; one that is no longer listed goes as it is stored, and is refused in words. */
  const commandOf = (text: string) => {
    const { command, args } = lineOf(text) ?? { command: server?.command ?? text, args: server?.args ?? [] };
    return { command, args };
  };
  const handleTest = async () => {
    if (!(await form.trigger(["url", "command", "secrets", ...AUTH_FIELDS], { shouldFocus: true }))) return;
    setFound(null);
    await saving.attempt(async () => {
      const result = await probe.mutateAsync(reachOf(form.getValues()));
      setFound(result);
      const names = result.tools.map(({ remoteName }) => remoteName);
      const had = new Set(server?.tools.map(({ remoteName }) => remoteName));
      // Of hundreds of operations few are wanted: those that are tools already, or none.
      setPicked(
        new Set(isApi && (server || names.length > ALL_PICKED) ? names.filter((name) => had.has(name)) : names),
      );
    });
  };
  const saving = useSaveForm(form, {
    revision: server?.revision,
    toValues: valuesOf,
    save: async (values, revision) => {
      const { name } = values;
      const { transport: _, secrets, ...reach } = reachOf(values);
      if (server) {
        const isReplaced = Object.keys(secrets).length > 0;
        await edit.mutateAsync({
          id: server.id,
          revision,
          name,
          ...reach,
          ...accessInput(values),
          ...(isReplaced ? { secrets } : {}),
          ...(isApi && found?.ok ? { tools: chosen() } : {}),
        });
        if (isReplaced || form.formState.dirtyFields.url || form.formState.dirtyFields.command)
          await refresh.mutateAsync(server.id);
      } else await create.mutateAsync({ name, ...reachOf(values), ...accessInput(values), tools: chosen() });
    },
    onSaved: onClose,
  });
  return (
    <FormDrawer
      title={server ? t(isApi ? "editApi" : "edit") : t("add")}
      meta={server?.name}
      canSave={!probe.isPending}
      saving={saving}
      onClose={onClose}
    >
      <TextField name="name" label={t("name")} required maxLength={80} autoComplete="off" />
      {!server && (
        <SelectField
          name="transport"
          label={t("transport")}
          options={[
            { value: "http", label: t("http") },
            { value: "openapi", label: t("openapi") },
            ...(commands.length > 0 ? [{ value: "stdio", label: t("stdio") }] : []),
          ]}
          onChange={() => setFound(null)}
        />
      )}
      {isHttp ? (
        <TextField
          name="url"
          label={t(isApi ? "description" : "address")}
          hint={t(isApi ? "descriptionHint" : "addressHint")}
          required
          maxLength={1000}
          inputMode="url"
          autoComplete="off"
        />
      ) : (
        <SelectField
          name="command"
          label={t("command")}
          hint={t("commandHint")}
          required
          options={[...new Set([...commands.map((choice) => choice.line), ...(ownLine ? [ownLine] : [])])].map(
            (value) => ({ value, label: value }),
          )}
          onChange={() => setFound(null)}
        />
      )}
      {isApi && (
        <AuthFields
          kinds={CONSOLE_AUTH}
          stored={server && { auth: server.auth, hasSecret: hasStored }}
          isMovedAway={isMovedAway}
        />
      )}
      {byHeaders && (
        <SecretFields
          isHttp={isHttp}
          stored={server?.auth ? [] : (server?.secretNames ?? [])}
          mustEnter={mustEnterSecrets}
          variables={isHttp || !line ? undefined : variables}
          onRemove={
            server
              ? async () => {
                  await edit.mutateAsync({ id: server.id, secrets: null });
                  onClose();
                }
              : undefined
          }
        />
      )}
      {(!server || isApi) && (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <Button icon={PlugZap} loading={probe.isPending} onClick={() => void handleTest()}>
              {isApi ? t("read") : found ? t("testAgain") : t("test")}
            </Button>
            {!found && <span className="text-fg-3 text-xs">{t(isApi ? "readHint" : "testHint")}</span>}
          </div>
          {found && <FoundTools result={found} picked={picked} onPick={setPicked} />}
        </>
      )}
      <AccessFields />
    </FormDrawer>
  );
}

type Stored = StoredAccess &
  Pick<McpServerDto, "name" | "transport" | "url" | "command" | "args" | "auth" | "secretNames">;

function valuesOf(server: Stored | undefined): ServerForm {
  return {
    ...accessValues(server),
    ...authValues(server?.auth ?? null, (server?.secretNames.length ?? 0) > 0),
    name: server?.name ?? "",
    transport: server?.transport ?? "http",
    url: server?.url ?? "",
    command: server?.command ? commandLineText({ command: server.command, args: server.args }) : "",
    secrets: server ? [] : [{ name: "", value: "" }],
  };
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { Play, Square } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useStoppable } from "@/components/common/use-stoppable";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { Textarea } from "@/components/ui/textarea";
import { failureText } from "@/lib/client/report-failure";
import { ALL_BASES, basesQuery } from "@/lib/features/knowledge/hooks";
import type { OpenApiOptions } from "@/lib/features/open-api/dto";
import { CALL_KIND_KEYS, CALL_KINDS, type CallKind, STREAMED_KINDS, type Trial } from "@/lib/features/open-api/samples";
import { type TrialAnswer, tryCall } from "@/lib/features/open-api/try-call";
import { Samples } from "./samples";
import { TrialResult } from "./trial-result";

interface PlaygroundProps {
  options: OpenApiOptions;
  /** Of a key made on this visit. */
  secret: string;
}

const INPUT_MAX = 20_000;

/** Calls the Open API with a key, as a program outside would, and shows the same call as code. */
export function Playground({ options, secret }: PlaygroundProps) {
  const t = useTranslations("open-api.play");
  const id = useId();
  const [key, setKey] = useState(secret);
  const [kind, setKind] = useState<CallKind>("chat");
  const [chosen, setChosen] = useState("");
  const [input, setInput] = useState("");
  const [stream, setStream] = useState(true);
  const [live, setLive] = useState("");
  const [answer, setAnswer] = useState<TrialAnswer | null>(null);
  const { isRunning, failure, start, stop } = useStoppable();

  const models = options.models.filter(({ type }) => (CALL_KINDS[kind].types as readonly string[]).includes(type));
  const isOfBase = CALL_KINDS[kind].types.length === 0;
  const bases = useQuery({ ...basesQuery({ ...ALL_BASES, pageSize: 100 }), enabled: isOfBase }).data?.items ?? [];
  const answering = isOfBase
    ? bases.map(({ id, name }) => ({ value: id, label: name }))
    : models.map(({ name }) => ({ value: name, label: name }));
  const model = answering.find(({ value }) => value === chosen)?.value ?? answering[0]?.value ?? "";
  const text = input.trim() || t(`example.${kind}`);
  const canStream = STREAMED_KINDS.includes(kind);
  const trial: Trial = { kind, model, input: text, stream: canStream && stream };

  const handleRun = () => {
    setAnswer(null);
    setLive("");
    void start(async (signal) => setAnswer(await tryCall(trial, key.trim(), { signal, onText: setLive })));
  };
  const problem = failure ? failureText(failure) : null;
  return (
    <div className="grid gap-5 p-4 md:p-5 xl:grid-cols-[minmax(320px,440px)_1fr]">
      <div className="space-y-4">
        <Field id={`${id}-key`} label={t("key")} hint={t("keyHint")} required>
          <PasswordInput
            id={`${id}-key`}
            value={key}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => setKey(event.target.value)}
          />
        </Field>
        <Field id={`${id}-kind`} label={t("kind")}>
          <Select
            id={`${id}-kind`}
            value={kind}
            onValueChange={(value) => setKind(value as CallKind)}
            options={CALL_KIND_KEYS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
            className="w-full"
          />
        </Field>
        <Field
          id={`${id}-model`}
          label={t(isOfBase ? "base" : "model")}
          hint={isOfBase ? t("baseHint") : answering.length === 0 ? t("noModel") : undefined}
        >
          <Select
            id={`${id}-model`}
            value={model || undefined}
            disabled={answering.length === 0}
            onValueChange={setChosen}
            options={answering}
            className="w-full"
          />
        </Field>
        <Field id={`${id}-input`} label={t(`input.${kind}`)}>
          <Textarea
            id={`${id}-input`}
            rows={5}
            maxLength={INPUT_MAX}
            placeholder={t(`example.${kind}`)}
            value={input}
            onChange={(event) => setInput(event.target.value)}
          />
        </Field>
        {canStream && (
          <div className="flex items-center gap-2">
            <Switch id={`${id}-stream`} checked={stream} onCheckedChange={setStream} />
            <label htmlFor={`${id}-stream`} className="text-sm">
              {t("stream")}
            </label>
          </div>
        )}
        {isRunning ? (
          <Button icon={Square} onClick={stop}>
            {t("stop")}
          </Button>
        ) : (
          <Button variant="primary" icon={Play} disabled={key.trim() === "" || model === ""} onClick={handleRun}>
            {t("run")}
          </Button>
        )}
      </div>
      <div className="min-w-0 space-y-5">
        {problem && (
          <p role="alert" className="rounded-sm bg-danger-soft px-3 py-2 text-danger-ink text-sm">
            {typeof problem === "string" ? problem : t("failed")}
          </p>
        )}
        {(isRunning || answer) && <TrialResult live={live} answer={answer} />}
        <Samples trial={trial} />
      </div>
    </div>
  );
}

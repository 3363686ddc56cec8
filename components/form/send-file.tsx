"use client";

import { useMutation } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { FormFailure } from "@/components/form/form-failure";
import { Button } from "@/components/ui/button";
import { Meter } from "@/components/ui/meter";

interface SendFileProps<Answer> {
  /** Of the files that can be chosen. */
  accept: string;
  texts: { choose: string; sending: string };
  send: (file: File, way: { signal: AbortSignal; onProgress: (share: number) => void }) => Promise<Answer>;
  onSent: (answer: Answer) => void;
  /** No file can be chosen now. */
  isClosed?: boolean;
}

/** One file that is chosen and goes up at once, with how far it is and why it failed. */
export function SendFile<Answer>({ accept, texts, send, onSent, isClosed = false }: SendFileProps<Answer>) {
  const [sent, setSent] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const stop = useRef<AbortController>(null);
  // What is on its way ends with the place it is shown in.
  useEffect(() => () => stop.current?.abort(), []);
  const sending = useMutation({
    mutationFn: (file: File) => {
      stop.current = new AbortController();
      setSent(0);
      return send(file, { signal: stop.current.signal, onProgress: (share) => setSent(100 * share) });
    },
    onSuccess: onSent,
    meta: { quiet: true },
  });
  return (
    <>
      {sending.isPending && (
        <div role="status" className="space-y-2 rounded-md border p-3">
          <p>{texts.sending}</p>
          <Meter value={sent} label={texts.sending} />
        </div>
      )}
      {!sending.isPending && !isClosed && (
        <>
          <input
            ref={input}
            type="file"
            accept={accept}
            hidden
            aria-hidden
            onChange={({ target }) => {
              const file = target.files?.[0];
              target.value = "";
              if (file) sending.mutate(file);
            }}
          />
          <Button icon={FileUp} onClick={() => input.current?.click()}>
            {texts.choose}
          </Button>
        </>
      )}
      <FormFailure error={sending.error} />
    </>
  );
}

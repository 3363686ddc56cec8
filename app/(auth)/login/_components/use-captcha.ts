import { useState } from "react";
import { api } from "@/lib/client/api-client";
import type { VerificationCodeDto } from "@/lib/features/auth/dto";

export interface Captcha {
  required: boolean;
  codeUuid: string | undefined;
  /** A data address; undefined while it loads. */
  image: string | undefined;
  failed: boolean;
  /** Asks for a new one; from then on it is required. */
  load: () => void;
}

/** The verification code that logging in asks for after failures (spec 3: vfCode, codeUuid). */
export function useCaptcha(): Captcha {
  const [required, setRequired] = useState(false);
  const [failed, setFailed] = useState(false);
  const [current, setCurrent] = useState<VerificationCodeDto>();

  const load = () => {
    setRequired(true);
    setFailed(false);
    setCurrent(undefined);
    api
      .get("/public/verification-code")
      .then(setCurrent)
      .catch(() => setFailed(true));
  };
  return { required, failed, codeUuid: current?.codeUuid, image: current?.image, load };
}

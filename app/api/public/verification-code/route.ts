import { createVerificationCode } from "@/lib/features/auth/service/captcha";
import { publicHandler } from "@/lib/http/route";

export const GET = publicHandler({
  summary: "A verification code as a picture",
  run: ({ meta }) => createVerificationCode(meta),
});

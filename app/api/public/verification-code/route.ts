import { createVerificationCode } from "@/lib/features/auth/service/captcha";
import { publicHandler } from "@/lib/http/route";

export const GET = publicHandler({ run: ({ meta }) => createVerificationCode(meta) });

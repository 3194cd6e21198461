/** Signatures of messages by an EVM account: a text, or typed data of an app. */
import { type EthLikeChain, isWalletError, type MessageReview, type PreparedMessage, prepareMessage, prepareTypedData, type TypedData } from "@wallet-cloud/client";
import { useState } from "preact/hooks";
import { messageOf } from "../messages.js";
import { Copy, Field, Form, Problem, Submit, useWork } from "../parts/forms.js";
import { Icon } from "../parts/icons.js";
import { isAll, PermitTerms } from "../parts/PermitTerms.js";
import { ScreenHeader } from "../parts/ScreenHeader.js";
import { Segments } from "../parts/Segments.js";
import { Decision, UnlimitedNotice, useSecondQuestion } from "../parts/Unlimited.js";
import { account, client, ecdsa } from "../state.js";

const KINDS = [
  { value: "personal", label: "Text" },
  { value: "typed-data", label: "Typed data" },
] as const;

type Kind = (typeof KINDS)[number]["value"];

export function MessageScreen({ chain }: { chain: EthLikeChain }) {
  const [kind, setKind] = useState<Kind>("personal");
  const [message, setMessage] = useState("");
  const [prepared, setPrepared] = useState<PreparedMessage>();
  const { busy, error, setError, run } = useWork();
  // Whatever the client rejects is a part of the message.
  const isInput = error instanceof SyntaxError || (isWalletError(error) && error.kind === "input");
  const text = error === undefined ? undefined : messageOf(error);
  const submit = () =>
    run(async () => {
      setPrepared(await prepare(chain, kind, message));
    });
  if (prepared !== undefined) return <SignMessage chain={chain} prepared={prepared} onBack={() => setPrepared(undefined)} />;
  return (
    <>
      <ScreenHeader above={chain}>Sign a message</ScreenHeader>
      <p>A signature proves that the account is yours. Some messages let others withdraw tokens: the review names them.</p>
      <Form onSubmit={() => void submit()}>
        <Segments label="Kind" options={[...KINDS]} value={kind} onChoose={setKind} />
        <Field
          label={kind === "personal" ? "Message" : "Typed data in JSON"}
          name="message"
          required
          multiline
          value={message}
          onValue={(value) => {
            setMessage(value);
            setError(undefined);
          }}
          hint={kind === "personal" ? "The exact text" : "The object with types, primaryType, domain and message"}
          error={isInput ? text : undefined}
        />
        <Problem text={isInput ? undefined : text} />
        <Submit busy={busy}>Review message</Submit>
      </Form>
    </>
  );
}

/** Prepares and verifies the message. An unlimited permit has a warning in the review. */
function prepare(chain: EthLikeChain, kind: Kind, text: string): Promise<PreparedMessage> {
  const { publicKey } = account(chain);
  if (kind === "personal") return prepareMessage(client(), { chain, publicKey, message: text });
  let typedData: TypedData;
  try {
    typedData = JSON.parse(text) as TypedData;
  } catch {
    throw new SyntaxError("The typed data are not valid JSON.");
  }
  return prepareTypedData(client(), { chain, publicKey, typedData, allowUnlimited: true });
}

function SignMessage({ chain, prepared, onBack }: { chain: EthLikeChain; prepared: PreparedMessage; onBack: () => void }) {
  const [signature, setSignature] = useState<string>();
  const { busy, error, run } = useWork();
  const { review } = prepared;
  const { permit } = review;
  const all = permit?.isUnlimited ? (permit.permissions.find(({ amount }) => isAll(amount)) ?? permit.permissions[0]) : undefined;
  const unlimited = permit !== undefined && all !== undefined ? { contract: all.token, spender: permit.spender } : undefined;
  const sign = () =>
    run(async () => {
      setSignature(await prepared.sign(ecdsa(chain)));
    });
  const { isAsked, submit } = useSecondQuestion(unlimited !== undefined, () => void sign());
  return (
    <>
      <ScreenHeader above={chain}>{signature === undefined ? "Review message" : "Signed message"}</ScreenHeader>
      <div class="review">
        {unlimited !== undefined && signature === undefined && <UnlimitedNotice chain={chain} allowance={unlimited} isAsked={isAsked} />}
        <dl class="terms">
          {permit !== undefined && <PermitTerms permit={permit} chain={chain} />}
          {permit === undefined && <Content review={review} />}
          <dt>Signed by</dt>
          <dd>
            <code class="address-full">{review.from}</code>
          </dd>
          {signature !== undefined && (
            <>
              <dt>Signature</dt>
              <dd>
                <code class="address-full signature">{signature}</code> <Copy text={signature} label="Signature" compact />
              </dd>
            </>
          )}
        </dl>
        {review.warnings
          .filter(({ code }) => unlimited === undefined || code !== "unlimited_approval")
          .map(({ code, message }) => (
            <p class="notice warning" key={code}>
              {message}
            </p>
          ))}
        {permit !== undefined && (
          <details class="comparison">
            <summary>
              <Icon name="allow" />
              Read by this wallet: the whole message
            </summary>
            <dl>
              <Content review={review} />
            </dl>
          </details>
        )}
      </div>
      {signature === undefined && (
        <Decision label="Sign" consent={isAsked ? "Allow without a limit" : undefined} busy={busy} problem={error === undefined ? undefined : messageOf(error)} onBack={onBack} onSubmit={submit} />
      )}
    </>
  );
}

/** The message, and the app that requests the signature. */
function Content({ review }: { review: MessageReview }) {
  return (
    <>
      {review.domain !== undefined && <Domain domain={review.domain} />}
      <dt>Message</dt>
      <dd>
        <pre class="message" tabIndex={0}>
          {contentOf(review)}
        </pre>
      </dd>
    </>
  );
}

const contentOf = ({ content }: MessageReview): string =>
  typeof content === "string" ? content : `${content.primaryType} ${JSON.stringify(content.message, undefined, 2)}`;

function Domain({ domain }: { domain: NonNullable<MessageReview["domain"]> }) {
  return (
    <>
      <dt>App</dt>
      <dd>
        {domain.name ?? "without a name"}
        {domain.version === undefined ? "" : ` ${domain.version}`}
        {domain.chainId === undefined ? ", valid on all chains" : ""}
      </dd>
      {domain.verifyingContract !== undefined && (
        <>
          <dt>Contract</dt>
          <dd>
            <code class="address-full">{domain.verifyingContract}</code>
          </dd>
        </>
      )}
    </>
  );
}

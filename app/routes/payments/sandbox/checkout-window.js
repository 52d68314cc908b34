// @ts-check
/* The sandbox's checkout window, served as /sandbox/checkout.js. It has the interface of Razorpay's checkout.js
   (web-integration/standard): new Razorpay(options), open(), close(), on('payment.failed', …). */

/**
 * @typedef {{ label: string, card?: string, vpa?: string }} Failure
 * @typedef {{ api: string, card: { number: string }, upi: string, failures: Failure[], styles: string }} Settings
 */

const rupees = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" });
const UNREACHABLE = "The payment service cannot be reached. Please check your connection and try again.";

/** @param {Settings} settings */
// oxlint-disable-next-line no-unused-vars -- called by the line that the server appends
function sandboxCheckout(settings) {
  class Razorpay extends Checkout {
    /** @param {any} options as Razorpay documents them */
    constructor(options) {
      super(settings, options);
    }
  }
  Object.assign(window, { Razorpay });
}

class Checkout {
  /** @param {Settings} settings @param {any} options as Razorpay documents them */
  constructor(settings, options) {
    this.settings = settings;
    this.options = options;
    /** @type {((event: { error: object }) => void)[]} */
    this.failureListeners = [];
    /** @type {HTMLElement | null} */
    this.host = null;
  }

  /** @param {string} event @param {(event: { error: object }) => void} listener */
  on(event, listener) {
    if (event === "payment.failed") this.failureListeners.push(listener);
  }

  open() {
    if (this.host) return;
    const host = document.createElement("div");
    const root = host.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(this.settings.styles);
    root.adoptedStyleSheets = [sheet];
    root.append(this.makeDialog());
    this.host = host;
    document.body.append(host);
    this.dialog.showModal();
    if (this.options.timeout) this.timer = setTimeout(() => this.dismiss(), this.options.timeout * 1000);
  }

  close() {
    clearTimeout(this.timer);
    this.dialog?.close(); // returns the focus
    this.host?.remove();
    this.host = null;
  }

  dismiss() {
    this.close();
    this.options.modal?.ondismiss?.();
  }

  makeDialog() {
    const amount = rupees.format(this.options.amount / 100);
    const name = this.options.name ?? "the shop";
    const cancel = element("button", { type: "button" }, "Cancel");
    cancel.addEventListener("click", () => this.dismiss());
    this.message = element("p", { className: "warn", role: "alert" });
    const description = element("p", { className: "soft" }, this.options.description ?? "");
    const title = element("h2", {}, name);
    this.dialog = element(
      "dialog",
      { className: "sheet" },
      element("p", { id: "note", className: "badge" }, "Test payments: no money is taken."),
      element("div", {}, title, element("p", { className: "amount" }, amount), description),
      this.message,
      this.makePayForm(amount),
      this.makeFailureForm(),
      cancel,
    );
    this.dialog.setAttribute("aria-label", `Payment of ${amount} to ${name}`);
    this.dialog.setAttribute("aria-describedby", "note");
    this.dialog.addEventListener("cancel", (/** @type {Event} */ event) => {
      event.preventDefault();
      if (this.options.modal?.escape !== false && !this.isBusy) this.dismiss();
    });
    // Browsers close a dialog at the second Escape in a row without a cancel event.
    this.dialog.addEventListener("close", () => {
      if (this.host && !this.isBusy) this.dismiss();
    });
    return this.dialog;
  }

  /** @param {string} amount */
  makePayForm(amount) {
    const { card, upi } = this.settings;
    this.payLabel = `Pay ${amount}`;
    this.payButton = element("button", { type: "submit", className: "main" }, this.payLabel);
    const form = element(
      "form",
      {},
      element(
        "fieldset",
        {},
        element("legend", {}, "Pay with"),
        methodChoice("card", `Test card ${cardNumber(card.number)}`, true),
        methodChoice("upi", `Test UPI ${upi}`),
        this.payButton,
      ),
    );
    form.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const isCard = new FormData(form).get("method") === "card";
      void this.pay(isCard ? { card: card.number } : { vpa: upi });
    });
    return form;
  }

  makeFailureForm() {
    const { failures } = this.settings;
    const reasons = element("select", { name: "reason" });
    for (const [index, { label }] of failures.entries()) {
      reasons.append(element("option", { value: String(index) }, label));
    }
    const form = element(
      "form",
      {},
      element(
        "fieldset",
        {},
        element("legend", {}, "Or try a failure"),
        element("label", { className: "field" }, "Reason", reasons),
        element("button", { type: "submit" }, "Fail this payment"),
      ),
    );
    form.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const failure = failures[Number(reasons.value)];
      if (failure) void this.pay(failure);
    });
    return form;
  }

  /** @param {boolean} isBusy */
  setBusy(isBusy) {
    this.isBusy = isBusy;
    for (const button of this.dialog.querySelectorAll("button")) button.disabled = isBusy;
    this.payButton.textContent = isBusy ? "Processing..." : this.payLabel;
  }

  /** @param {{ card?: string, vpa?: string }} instrument */
  async pay({ card, vpa }) {
    const { key, order_id, amount, currency, prefill } = this.options;
    this.setBusy(true);
    this.message.textContent = "";
    let response, answer;
    try {
      response = await fetch(`${this.settings.api}/payments/create/ajax`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({
          key_id: key,
          order_id,
          amount: Number(amount),
          currency,
          email: prefill?.email,
          contact: prefill?.contact,
          ...(card ? { method: "card", card: { number: card } } : { method: "upi", vpa }),
        }),
      });
      answer = await response.json();
    } catch {
      this.setBusy(false);
      this.message.textContent = UNREACHABLE;
      return;
    }
    if (response.ok) {
      this.close();
      this.options.handler?.(answer);
      return;
    }
    this.fail(answer.error);
  }

  /** @param {{ description: string }} error */
  fail(error) {
    const isOver = this.options.retry?.enabled === false;
    this.setBusy(false);
    this.message.textContent = error.description;
    if (isOver) this.close();
    for (const listener of this.failureListeners) listener({ error });
    if (isOver) this.options.modal?.ondismiss?.();
  }
}

/** @param {string} value @param {string} text */
function methodChoice(value, text, checked = false) {
  const radio = element("input", { type: "radio", name: "method", value, checked });
  return element("label", { className: "choice" }, radio, text);
}

/** @param {string} number */
function cardNumber(number) {
  return number.replace(/(\d{4})(?=\d)/g, "$1 ");
}

/**
 * @param {string} tag
 * @param {Record<string, unknown>} properties
 * @param {...(Node | string)} children
 * @returns {any}
 */
function element(tag, properties, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

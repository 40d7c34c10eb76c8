import { Card } from 'antd';

/** The card `Sign-in` if single sign-on is the only way to sign in. */
export function ProviderCard({ name }: { name: string }) {
  return (
    <Card title={<h2 className="as-text">Sign-in</h2>}>
      You sign in by “{name}”. Your password and second factor are those of the provider; none of here is asked for.
    </Card>
  );
}

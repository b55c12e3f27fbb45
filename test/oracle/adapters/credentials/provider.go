package credentials

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	authentication "k8s.io/api/authentication/v1"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	credentialproviderapi "k8s.io/kubelet/pkg/apis/credentialprovider"
	"k8s.io/kubernetes/pkg/credentialprovider/plugin"

	"windlass/oracle/core"
	harness "windlass/oracle/core/credentials"
)

// One provider, which gets a service account's token for every registry, and of which nothing is cached.
const providerConfig = `apiVersion: kubelet.config.k8s.io/v1
kind: CredentialProviderConfig
providers:
- name: windlass
  apiVersion: credentialprovider.kubelet.k8s.io/v1
  matchImages: ["*", "*:5000", "*.*", "*.*:5000", "*.*.*", "*.*.*:5000", "*.*.*.*", "*.*.*.*:5000"]
  defaultCacheDuration: 0s
  tokenAttributes:
    serviceAccountTokenAudience: registry
    cacheType: ServiceAccount
    requireServiceAccount: true
`

// provider stands for the program of the credential provider, and for the API server that gives it tokens: a token is the
// account's namespace and name.
type provider struct{ life *harness.Life }

// registerProvider registers it with the kubelet's code, which keeps providers for the whole process.
func registerProvider(folder string) (*provider, error) {
	config := filepath.Join(folder, "config.yaml")
	if err := os.WriteFile(config, []byte(providerConfig), 0o600); err != nil {
		return nil, err
	}
	// Looked for, never run.
	if err := os.WriteFile(filepath.Join(folder, "windlass"), nil, 0o700); err != nil {
		return nil, err
	}
	p := &provider{}
	if err := plugin.RegisterCredentialProviderPlugins(config, folder, p.token, p.serviceAccount); err != nil {
		return nil, err
	}
	keyring := reflect.ValueOf(plugin.NewExternalCredentialProviderDockerKeyring("", "", "", "")).Elem()
	registered := keyring.FieldByName("providers").Index(0).Elem().Elem() // a *perPodPluginProvider
	ofProcess := core.Settable(registered.FieldByName("provider")).Elem()
	core.Settable(ofProcess.FieldByName("plugin")).Set(reflect.ValueOf(p))
	return p, nil
}

func (p *provider) token(namespace, name string, _ *authentication.TokenRequest) (*authentication.TokenRequest, error) {
	token := namespace + "/" + name
	return &authentication.TokenRequest{Status: authentication.TokenRequestStatus{Token: token}}, nil
}

func (p *provider) serviceAccount(namespace, name string) (*v1.ServiceAccount, error) {
	account := p.life.ServiceAccount(namespace, name)
	if account == nil {
		return nil, fmt.Errorf("there is no service account %s/%s", namespace, name)
	}
	return &v1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name, UID: types.UID(account.UID)}}, nil
}

func (p *provider) ExecPlugin(_ context.Context, _, token string, _ map[string]string) (*credentialproviderapi.CredentialProviderResponse, error) {
	response := &credentialproviderapi.CredentialProviderResponse{
		CacheKeyType:  credentialproviderapi.ImagePluginCacheKeyType,
		CacheDuration: &metav1.Duration{},
		Auth:          map[string]credentialproviderapi.AuthConfig{},
	}
	namespace, name, _ := strings.Cut(token, "/")
	account := p.life.ServiceAccount(namespace, name)
	if account == nil {
		return response, nil
	}
	for registry, auth := range account.Auths {
		response.Auth[registry] = credentialproviderapi.AuthConfig{Username: auth.Username, Password: auth.Password}
	}
	return response, nil
}

// Calls every endpoint with a client that OpenAPI Generator made from the document, and prints a line of JSON per response.
//
// Standard input: {"base_url", "calls": [{"id", "token", "params", "given", "body"}]}: `params` are the path parameters, in order,
// `given` are query parameters, headers and form parts by name.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"reflect"
	"strings"
	"time"

	"mas"
)

type call struct {
	ID, Token string
	Params    []json.RawMessage
	Given     map[string]json.RawMessage
	Body      json.RawMessage
}

// The body of the last response: the client keeps only the decoded model.
var lastBody []byte

type recorder struct{}

func (recorder) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := http.DefaultTransport.RoundTrip(request)
	if err == nil {
		lastBody, err = io.ReadAll(response.Body)
		response.Body = io.NopCloser(bytes.NewReader(lastBody))
	}
	return response, err
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// The generated name of a parameter: `X-Brand-SID` is `XBrandSID`, `created_after` is `CreatedAfter`.
func goName(name string) (made string) {
	for _, word := range strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("-_.", r) }) {
		made += strings.ToUpper(word[:1]) + word[1:]
	}
	return made
}

// A value as the generated function takes it; fields that the model cannot hold are reported.
func valueOf(kind reflect.Type, text json.RawMessage) reflect.Value {
	if kind == reflect.TypeOf((*os.File)(nil)) {
		return fileOf(text)
	}
	value := reflect.New(kind)
	check(json.Unmarshal(text, value.Interface()))
	if lost := lostOf(text, value.Interface()); len(lost) > 0 {
		panic(fmt.Sprintf("%v does not hold %v of %s", kind, lost, text))
	}
	return value.Elem()
}

func fileOf(text json.RawMessage) reflect.Value {
	var content string
	check(json.Unmarshal(text, &content))
	file, err := os.CreateTemp("", "contacts-*.csv")
	check(err)
	defer os.Remove(file.Name())
	_, err = file.WriteString(content)
	check(err)
	_, err = file.Seek(0, io.SeekStart)
	check(err)
	return reflect.ValueOf(file)
}

// The fields of a JSON text that are missing in the model decoded from it.
func lostOf(text []byte, model interface{}) []string {
	again, err := json.Marshal(model)
	check(err)
	var from, to interface{}
	check(json.Unmarshal(text, &from))
	check(json.Unmarshal(again, &to))
	return lost("", from, to)
}

func lost(path string, from, to interface{}) (names []string) {
	switch from := from.(type) {
	case map[string]interface{}:
		other, _ := to.(map[string]interface{})
		for name, value := range from {
			names = append(names, lost(path+"."+name, value, other[name])...)
		}
	case []interface{}:
		other, _ := to.([]interface{})
		for at, value := range from {
			if at >= len(other) {
				return append(names, path)
			}
			names = append(names, lost(path, value, other[at])...)
		}
	default:
		if from != to && !sameTime(from, to) {
			names = append(names, path)
		}
	}
	return names
}

func sameTime(a, b interface{}) bool {
	first, err1 := time.Parse(time.RFC3339, fmt.Sprint(a))
	second, err2 := time.Parse(time.RFC3339, fmt.Sprint(b))
	return err1 == nil && err2 == nil && first.Equal(second)
}

// Builds a request of the generated client from a call, and sends it.
func send(client *mas.APIClient, call call) []reflect.Value {
	group, verb, _ := strings.Cut(call.ID, ".")
	service := reflect.ValueOf(client).Elem().FieldByName(goName(group) + "Api")
	function := service.MethodByName(goName(group) + goName(verb))
	ctx := context.Background()
	if call.Token != "" {
		ctx = context.WithValue(ctx, mas.ContextAccessToken, call.Token)
	}
	arguments := []reflect.Value{reflect.ValueOf(ctx)}
	for at, param := range call.Params {
		arguments = append(arguments, valueOf(function.Type().In(at+1), param))
	}
	request := function.Call(arguments)[0]
	for name, value := range call.Given {
		request = set(request, goName(name), value)
	}
	if call.Body != nil {
		request = set(request, bodyOf(request.Type()), call.Body)
	}
	return request.MethodByName("Execute").Call(nil)
}

func set(request reflect.Value, name string, value json.RawMessage) reflect.Value {
	setter := request.MethodByName(name)
	return setter.Call([]reflect.Value{valueOf(setter.Type().In(0), value)})[0]
}

// The name of the method for the body: the only one that takes a model with fields.
func bodyOf(request reflect.Type) string {
	for at := 0; at < request.NumMethod(); at++ {
		method := request.Method(at)
		if method.Type.NumIn() == 2 && method.Type.In(1).Kind() == reflect.Struct && method.Type.In(1) != reflect.TypeOf(time.Time{}) {
			return method.Name
		}
	}
	panic(fmt.Sprintf("%v takes no body", request))
}

type answer struct {
	ID     string   `json:"id"`
	Status int      `json:"status"`
	Type   string   `json:"type"`
	Lost   []string `json:"lost"`
	Error  string   `json:"error"`
}

// The result of a call: the model of its response or error, and the fields that the model lacks.
func answerTo(id string, results []reflect.Value) answer {
	response := results[len(results)-2].Interface().(*http.Response)
	made := answer{ID: id, Status: response.StatusCode}
	var model interface{}
	if len(results) == 3 {
		model = results[0].Interface()
	}
	if err, isError := results[len(results)-1].Interface().(error); isError {
		made.Error = err.Error()
		if refusal, isRefusal := err.(mas.GenericOpenAPIError); isRefusal {
			model = refusal.Model()
		}
	}
	if model != nil {
		made.Type = reflect.TypeOf(model).Name()
		made.Lost = lostOf(lastBody, model)
	}
	return made
}

func main() {
	var work struct {
		BaseURL string `json:"base_url"`
		Calls   []call
	}
	check(json.NewDecoder(os.Stdin).Decode(&work))
	configuration := mas.NewConfiguration()
	configuration.Servers = mas.ServerConfigurations{{URL: work.BaseURL}}
	configuration.HTTPClient = &http.Client{Transport: recorder{}}
	client := mas.NewAPIClient(configuration)
	for _, call := range work.Calls {
		check(json.NewEncoder(os.Stdout).Encode(answerTo(call.ID, send(client, call))))
	}
}
